/// The relation of two straight segments: exact, in whole coordinates within 2^52 of each other.
struct SegmentContact {
  /// A segment from a to b; the two may be equal.
  struct Segment {
    var ax, ay, bx, by: Double

    /// The rectangle around it.
    @inline(__always)
    var box: WorldBounds {
      WorldBounds(minX: min(ax, bx), minY: min(ay, by), maxX: max(ax, bx), maxY: max(ay, by))
    }

    /// Whether a position is one of its ends.
    @inline(__always)
    func ends(atX x: Double, y: Double) -> Bool { (ax == x && ay == y) || (bx == x && by == y) }
  }

  /// The side of the line a to b on which a position lies: 1, -1, or 0 on the line.
  ///
  /// The difference of products is rounded; if that could matter, the products are made exact (128 bits).
  @inline(__always)
  static func side(_ s: Segment, _ x: Double, _ y: Double) -> Int {
    let (a, b) = (s.bx - s.ax, y - s.ay)
    let (c, d) = (s.by - s.ay, x - s.ax)
    let (first, second) = (a * b, c * d)
    let turn = first - second
    if abs(turn) > (abs(first) + abs(second)) * 0x1p-51 { return turn > 0 ? 1 : -1 }
    return exactSide(a, b, c, d) ?? (turn > 0 ? 1 : turn < 0 ? -1 : 0)
  }

  private static func exactSide(_ a: Double, _ b: Double, _ c: Double, _ d: Double) -> Int? {
    guard let a = Int64(exactly: a), let b = Int64(exactly: b), let c = Int64(exactly: c), let d = Int64(exactly: d)
    else { return nil }
    let (first, second) = (a.multipliedFullWidth(by: b), c.multipliedFullWidth(by: d))
    if first.high == second.high && first.low == second.low { return 0 }
    return (first.high, first.low) > (second.high, second.low) ? 1 : -1
  }

  /// Whether the ray from a position towards +x crosses a segment; nil if the position is on it.
  @inline(__always)
  static func rayCrosses(_ s: Segment, _ x: Double, _ y: Double) -> Bool? {
    let box = s.box
    guard box.minY <= y, y <= box.maxY, x <= box.maxX else { return false }
    let side = side(s, x, y)
    if side == 0, box.minX <= x { return nil }
    return (s.ay > y) != (s.by > y) && (side > 0) == (s.by > s.ay)
  }

  /// Whether a position is inside a closed ring of some segments, by counting crossings of the ray towards +x; nil if it is
  /// on the ring. O(n).
  @inline(__always)
  static func isInside(x: Double, y: Double, ringOf segments: Range<Int>, _ segment: (Int) -> Segment) -> Bool? {
    var isInside = false
    for index in segments {
      guard let isCrossed = rayCrosses(segment(index), x, y) else { return nil }
      if isCrossed { isInside.toggle() }
    }
    return isInside
  }

  /// Whether two segments whose rectangles meet have a common position.
  @inline(__always)
  static func touch(_ s: Segment, _ t: Segment) -> Bool {
    if side(s, t.ax, t.ay) * side(s, t.bx, t.by) > 0 { return false }
    return side(t, s.ax, s.ay) * side(t, s.bx, s.by) <= 0
  }

  /// Whether some of a segment lies in a rectangle, edges included.
  static func meets(_ s: Segment, _ box: WorldBounds) -> Bool {
    guard s.box.meets(box) else { return false }
    let corners = [(box.minX, box.minY), (box.maxX, box.minY), (box.maxX, box.maxY), (box.minX, box.maxY)]
    let sides = Set(corners.map { side(s, $0, $1) })
    return sides != [1] && sides != [-1]
  }

  /// Whether no two segments of a closed ring of so many touch except neighbors at their common end. O(n^2).
  @inline(__always)
  static func areApart(ringOf count: Int, _ segment: (Int) -> Segment) -> Bool {
    for one in 0..<count {
      let first = segment(one)
      let last = one == 0 ? count - 1 : count
      for other in min(one + 2, last)..<last {
        let second = segment(other)
        if first.box.meets(second.box), touch(first, second) { return false }
      }
    }
    return true
  }

  /// Whether two segments have one common position, which is not an end of either.
  static func crossAmid(_ s: Segment, _ t: Segment) -> Bool {
    s.box.meets(t.box) && side(s, t.ax, t.ay) * side(s, t.bx, t.by) < 0
      && side(t, s.ax, s.ay) * side(t, s.bx, s.by) < 0
  }

  /// Whether two segments have a common position that is not an end of both; equal segments have none.
  static func crossInside(_ s: Segment, _ t: Segment) -> Bool {
    guard s.box.meets(t.box) else { return false }
    let (ta, tb) = (side(s, t.ax, t.ay), side(s, t.bx, t.by))
    if ta * tb > 0 { return false }
    let (sa, sb) = (side(t, s.ax, s.ay), side(t, s.bx, s.by))
    if sa * sb > 0 { return false }
    if ta == 0, tb == 0, sa == 0, sb == 0 { return overlapInside(s, t) }
    if ta != 0, tb != 0, sa != 0, sb != 0 { return true }
    // One position, an end of at least one: of both if ends are equal.
    return !(t.ends(atX: s.ax, y: s.ay) || t.ends(atX: s.bx, y: s.by))
  }

  /// The same for segments on one line: whether an end of one lies within the other.
  private static func overlapInside(_ s: Segment, _ t: Segment) -> Bool {
    func lies(_ x: Double, _ y: Double, within other: Segment) -> Bool {
      other.box.contains(x: x, y: y) && !other.ends(atX: x, y: y)
    }
    return lies(s.ax, s.ay, within: t) || lies(s.bx, s.by, within: t) || lies(t.ax, t.ay, within: s)
      || lies(t.bx, t.by, within: s)
  }
}

extension SegmentContact.Segment {
  /// The segment from a position to the next.
  @inline(__always)
  init(_ x: [Double], _ y: [Double], _ index: Int) {
    self.init(ax: x[index], ay: y[index], bx: x[index + 1], by: y[index + 1])
  }
}
