/// The smallest convex area around some positions, its border included: exact in whole coordinates.
struct ConvexHull {
  /// The corners, each side with the area on its left hand where y points up.
  private var sides: [SegmentContact.Segment] = []
  private(set) var box = BoxTree.Box.empty

  /// Makes the hull of positions. Andrew's monotone chain, O(n log n).
  init(_ x: [Double], _ y: [Double], _ positions: ClosedRange<Int>) {
    let order = positions.sorted { (x[$0], y[$0]) < (x[$1], y[$1]) }
    for index in positions {
      box.extend(to: BoxTree.Box(minX: x[index], minY: y[index], maxX: x[index], maxY: y[index]))
    }
    let lower = Self.chain(x, y, order)
    let upper = Self.chain(x, y, order.reversed())
    let corners = lower.dropLast() + upper
    for (from, to) in zip(corners, corners.dropFirst()) {
      sides.append(SegmentContact.Segment(ax: x[from], ay: y[from], bx: x[to], by: y[to]))
    }
  }

  private static func chain(_ x: [Double], _ y: [Double], _ order: [Int]) -> [Int] {
    var chain: [Int] = []
    for index in order {
      while chain.count > 1 {
        let (a, b) = (chain[chain.count - 2], chain[chain.count - 1])
        let side = SegmentContact.Segment(ax: x[a], ay: y[a], bx: x[b], by: y[b])
        guard SegmentContact.side(side, x[index], y[index]) <= 0 else { break }
        chain.removeLast()
      }
      chain.append(index)
    }
    return chain
  }

  /// Whether a position is in the hull or on its border. O(corners).
  func holds(_ x: Double, _ y: Double) -> Bool {
    box.meets(BoxTree.Box(minX: x, minY: y, maxX: x, maxY: y))
      && sides.allSatisfy { SegmentContact.side($0, x, y) >= 0 }
  }

  /// Whether a box lies wholly on the outer side of an edge: then it does not meet the hull. O(corners).
  func isApart(from other: BoxTree.Box) -> Bool {
    guard box.meets(other) else { return true }
    return sides.contains { side in
      // The corner of the box that is farthest on the inner side.
      let x = side.by > side.ay ? other.minX : other.maxX
      let y = side.bx > side.ax ? other.maxY : other.minY
      return SegmentContact.side(side, x, y) < 0
    }
  }
}
