import MapMath

/// The bounding boxes of polygons, and which of them belong together.
struct PolygonBoxes {
  private var minX: [Double] = []
  private var maxX: [Double] = []
  private var minY: [Double] = []
  private var maxY: [Double] = []

  /// What keeps two boxes apart, in grid units: more than a corner moves when outlines are put on the grid.
  private static let gap = 2.0

  /// The boxes of every polygon of a geometry, by its exterior.
  init(_ geometry: WorldGeometry) {
    for polygon in geometry.polygonEnds.indices {
      let positions = geometry.positions(ofRing: geometry.rings(ofPolygon: polygon).lowerBound)
      minX.append(geometry.x[positions].min() ?? 0)
      maxX.append(geometry.x[positions].max() ?? 0)
      minY.append(geometry.y[positions].min() ?? 0)
      maxY.append(geometry.y[positions].max() ?? 0)
    }
  }

  /// Per polygon: the number of its component, of those whose boxes touch, directly or through others. O(n log n) where few
  /// boxes lie above each other.
  func components() -> [Int] {
    var parents = Array(minX.indices)
    func root(_ index: Int) -> Int {
      var index = index
      while parents[index] != index {
        parents[index] = parents[parents[index]]
        index = parents[index]
      }
      return index
    }
    var active: [Int] = []
    for index in minX.indices.sorted(by: { minX[$0] < minX[$1] }) {
      active.removeAll { maxX[$0] + Self.gap < minX[index] }
      for other in active
      where maxY[other] + Self.gap >= minY[index] && maxY[index] + Self.gap >= minY[other] {
        parents[root(other)] = root(index)
      }
      active.append(index)
    }
    return minX.indices.map(root)
  }
}
