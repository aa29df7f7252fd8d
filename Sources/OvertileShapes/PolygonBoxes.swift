import MapMath

/// The bounding boxes of polygons, and which of them belong together.
struct PolygonBoxes {
  private var boxes: [BoxTree.Box] = []

  /// The least distance between separate boxes, in grid units: more than a corner moves when outlines are put on the
  /// grid.
  private static let gap = 2.0

  /// The boxes of every polygon of a geometry, by its exterior.
  init(_ geometry: WorldGeometry) {
    for polygon in geometry.polygonEnds.indices {
      let positions = geometry.positions(ofRing: geometry.rings(ofPolygon: polygon).lowerBound)
      var box = BoxTree.Box.empty
      for index in positions {
        let (x, y) = (geometry.x[index], geometry.y[index])
        box.extend(to: BoxTree.Box(minX: x, minY: y, maxX: x, maxY: y))
      }
      boxes.append(box)
    }
  }

  /// Per polygon: the number of its component, made of polygons whose boxes touch, directly or through others. O(n log
  /// n) and the pairs of boxes that touch.
  func components() -> [Int] {
    var parents = Array(boxes.indices)
    func root(_ index: Int) -> Int {
      var index = index
      while parents[index] != index {
        parents[index] = parents[parents[index]]
        index = parents[index]
      }
      return index
    }
    let tree = BoxTree(boxes)
    for index in boxes.indices {
      var near = boxes[index]
      near.minX -= Self.gap
      near.minY -= Self.gap
      near.maxX += Self.gap
      near.maxY += Self.gap
      _ = tree.allSatisfy(meeting: near) { other in
        if other > index { parents[root(other)] = root(index) }
        return true
      }
    }
    return boxes.indices.map(root)
  }
}
