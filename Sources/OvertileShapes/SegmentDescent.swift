/// Finds the segments that lie close to each other: the area around all is halved until few are left in it, they all
/// have a common end, or it is the square around one whole position.
///
/// So neither spokes nor long parallels are compared with each other, unlike by their rectangles.
struct SegmentDescent {
  private let segments: [SegmentContact.Segment]
  /// The area around all segments.
  private(set) var area = Area(minX: .infinity, minY: .infinity, maxX: -.infinity, maxY: -.infinity)
  /// The number of segments that may still be examined in areas.
  private(set) var steps: Int
  private let leavesOverlaps: Bool

  /// The number of segments up to which all pairs are examined.
  static let few = 12

  /// An area whose borders lie between whole coordinates.
  struct Area {
    var minX, minY, maxX, maxY: Double

    var isOneSquare: Bool { maxX - minX <= 1 && maxY - minY <= 1 }

    /// The two halves across the longer side.
    var halves: (Area, Area) {
      var (first, second) = (self, self)
      if maxX - minX >= maxY - minY {
        let middle = minX + ((maxX - minX) / 2).rounded(.down)
        (first.maxX, second.minX) = (middle, middle)
      } else {
        let middle = minY + ((maxY - minY) / 2).rounded(.down)
        (first.maxY, second.minY) = (middle, middle)
      }
      return (first, second)
    }

    /// Whether a segment may meet the area; true if rounding leaves a doubt.
    @inline(__always)
    func mayMeet(_ s: SegmentContact.Segment) -> Bool {
      if max(s.ax, s.bx) < minX || min(s.ax, s.bx) > maxX || max(s.ay, s.by) < minY || min(s.ay, s.by) > maxY {
        return false
      }
      let (dx, dy) = (s.bx - s.ax, s.by - s.ay)
      let (x, y) = ((minX + maxX) / 2 - s.ax, (minY + maxY) / 2 - s.ay)
      let (one, other) = (dx * y, dy * x)
      let reach = abs(dx) * (maxY - minY) / 2 + abs(dy) * (maxX - minX) / 2
      return abs(one - other) <= reach + (abs(one) + abs(other)) * 0x1p-50
    }
  }

  /// Prepares for segments on whole coordinates.
  ///
  /// - Parameter leavesOverlaps: whether areas are left where all segments are on one horizontal or vertical line, as on the
  ///   180th meridian, at which shapes are cut: their ends meet, and nothing crosses. Else they would be halved to the
  ///   squares of the line.
  init(_ segments: [SegmentContact.Segment], mostSteps: Int, leavesOverlaps: Bool = false) {
    (self.segments, steps, self.leavesOverlaps) = (segments, mostSteps, leavesOverlaps)
    for s in segments {
      area.minX = min(area.minX, min(s.ax, s.bx) - 0.5)
      area.minY = min(area.minY, min(s.ay, s.by) - 0.5)
      area.maxX = max(area.maxX, max(s.ax, s.bx) + 0.5)
      area.maxY = max(area.maxY, max(s.ay, s.by) + 0.5)
    }
  }

  /// Calls back with each area that is not halved any more and the segments in it, a few, or many in one square, until
  /// the closure returns false; returns whether it never did and the steps were enough. Segments can be in several
  /// areas.
  mutating func visit(_ body: (Area, [Int]) -> Bool) -> Bool {
    visit(area, Array(segments.indices), body)
  }

  private mutating func visit(_ area: Area, _ members: [Int], _ body: (Area, [Int]) -> Bool) -> Bool {
    guard members.count > 1 else { return true }
    steps -= members.count
    guard steps > 0 else { return false }
    if members.count <= Self.few { return body(area, members) }
    if haveCommonEnd(members) || leavesOverlaps && areOnOneLine(members) { return true }
    if area.isOneSquare { return body(area, members) }
    let (first, second) = area.halves
    return visit(first, members.filter { first.mayMeet(segments[$0]) }, body)
      && visit(second, members.filter { second.mayMeet(segments[$0]) }, body)
  }

  private func haveCommonEnd(_ members: [Int]) -> Bool {
    let s = segments[members[0]]
    return members.allSatisfy { segments[$0].ends(atX: s.ax, y: s.ay) }
      || members.allSatisfy { segments[$0].ends(atX: s.bx, y: s.by) }
  }

  private func areOnOneLine(_ members: [Int]) -> Bool {
    let s = segments[members[0]]
    return members.allSatisfy { segments[$0].ax == s.ax && segments[$0].bx == s.ax }
      || members.allSatisfy { segments[$0].ay == s.ay && segments[$0].by == s.ay }
  }
}
