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
    let box = WorldBounds(minX: position.x, minY: position.y, maxX: position.x, maxY: position.y).grown(by: reach)
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

  /// Whether a segment of some shapes, except one, lies between the position and another one.
  func isBlocked(_ shapes: [Int32], _ other: GridPosition, but start: Int32 = -1) -> Bool {
    let way = SegmentContact.Segment(ax: position.x, ay: position.y, bx: other.x, by: other.y)
    return items.contains { item in
      item.start != start && shapes.contains(item.shape)
        && SegmentContact.crossAmid(way, borders.segment(Int(item.start)))
    }
  }
}
