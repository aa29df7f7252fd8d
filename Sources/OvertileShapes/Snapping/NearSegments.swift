import MapMath

/// The segments of free borders within a distance of a position.
struct NearSegments {
  /// A segment, and its position that is nearest.
  struct Item {
    let start: Int32
    let shape: Int32
    let foot: SegmentFoot
  }

  private(set) var items: [Item] = []
  private let borders: FreeBorders
  private let position: GridPosition

  /// Finds them. O(log n) and the runs near the position.
  init(_ borders: FreeBorders, _ position: GridPosition, reach: Double) {
    (self.borders, self.position) = (borders, position)
    let box = WorldExtent(minX: position.x, minY: position.y, maxX: position.x, maxY: position.y).grown(by: reach)
    var found: [Item] = []
    _ = borders.tree.allSatisfy(meeting: box) { number in
      let run = borders.runs[number]
      for start in run.first..<run.last {
        let foot = SegmentFoot(of: position, on: borders.segment(Int(start)))
        if foot.squaredDistance <= reach * reach { found.append(Item(start: start, shape: run.shape, foot: foot)) }
      }
      return true
    }
    items = found
  }

  /// Whether a segment of some shapes lies between the position and a segment that it is near.
  func isBlocked(_ shapes: [Int32], _ item: Item) -> Bool {
    isBlocked(shapes, x: item.foot.x, y: item.foot.y, but: item.start)
  }

  /// Whether a segment of some shapes lies between the position and another one.
  func isBlocked(_ shapes: [Int32], _ other: GridPosition) -> Bool {
    isBlocked(shapes, x: other.x, y: other.y, but: -1)
  }

  private func isBlocked(_ shapes: [Int32], x: Double, y: Double, but start: Int32) -> Bool {
    let way = SegmentContact.Segment(ax: position.x, ay: position.y, bx: x, by: y)
    return items.contains { item in
      item.start != start && shapes.contains(item.shape)
        && SegmentContact.crossAmid(way, borders.segment(Int(item.start)))
    }
  }
}
