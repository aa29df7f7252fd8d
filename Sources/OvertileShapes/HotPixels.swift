/// Moves segments to whole coordinates so that they meet at common ends only: snap rounding.
///
/// After Hobby, "Practical segment intersection with finite precision output" (1999): the squares of one unit around all
/// ends and crossings are hot, and a segment becomes a path over the middles of the hot squares that it passes through,
/// as in GEOS's snap rounding noder. Crossings and squares are found by halving the area until few segments are left in
/// it, they all have a common end, or it is one square: so neither spokes nor long parallels are compared with each
/// other.
struct HotPixels {
  /// The distinct segments, each from its lower end by x, then y.
  private let segments: [SegmentContact.Segment]
  private let hot: Set<Vertex>
  private let area: SegmentDescent.Area
  /// The number of segments and positions that may still be examined in areas.
  private var steps: Int

  /// A position on whole coordinates.
  struct Vertex: Hashable {
    var x, y: Double
  }

  /// Finds the hot squares of segments; nil if that needs more steps than allowed.
  init?(_ segments: [SegmentContact.Segment], mostSteps: Int) {
    self.segments = segments
    var hot: Set<Vertex> = []
    for s in segments {
      hot.insert(Vertex(x: s.ax, y: s.ay))
      hot.insert(Vertex(x: s.bx, y: s.by))
    }
    var descent = SegmentDescent(segments, mostSteps: mostSteps, leavesOverlaps: true)
    let isComplete = descent.visit { area, members in
      // One crossing per square is enough, and many segments count as one.
      if members.count > SegmentDescent.few {
        hot.insert(Vertex(x: area.minX + 0.5, y: area.minY + 0.5))
        return true
      }
      for (rank, one) in members.enumerated() {
        for other in members[(rank + 1)...] where SegmentContact.crossAmid(segments[one], segments[other]) {
          guard let vertex = Self.crossing(segments[one], segments[other]) else { return false }
          hot.insert(vertex)
        }
      }
      return true
    }
    guard isComplete else { return nil }
    (self.hot, area, steps) = (hot, descent.area, descent.steps)
  }

  /// The square in which two segments cross; nil if rounding leaves a doubt. Exact for segments shorter than 2^20.
  static func crossing(_ s: SegmentContact.Segment, _ t: SegmentContact.Segment) -> Vertex? {
    let (dx, dy, ex, ey) = (s.bx - s.ax, s.by - s.ay, t.bx - t.ax, t.by - t.ay)
    let (part, whole) = ((t.ax - s.ax) * ey - (t.ay - s.ay) * ex, dx * ey - dy * ex)
    guard whole != 0 else { return nil }
    let vertex = Vertex(x: s.ax + rounded(dx, part, whole), y: s.ay + rounded(dy, part, whole))
    return passes(s, vertex) && passes(t, vertex) ? vertex : nil
  }

  /// The whole number nearest to a product divided, halves up.
  private static func rounded(_ length: Double, _ part: Double, _ whole: Double) -> Double {
    guard abs(length) < 0x1p20, abs(part) < 0x1p41, abs(whole) < 0x1p41 else {
      return (length * (part / whole) + 0.5).rounded(.down)
    }
    var (numerator, denominator) = (2 * Int64(length) * Int64(part) + Int64(whole), 2 * Int64(whole))
    if denominator < 0 { (numerator, denominator) = (-numerator, -denominator) }
    let (quotient, remainder) = numerator.quotientAndRemainder(dividingBy: denominator)
    return Double(remainder < 0 ? quotient - 1 : quotient)
  }

  /// The middles of the hot squares, by x, then y.
  var vertices: [Vertex] { hot.sorted { ($0.x, $0.y) < ($1.x, $1.y) } }

  /// The paths of all segments over positions, by their numbers, each from its first end; nil if that needs more steps
  /// than allowed.
  mutating func paths(over vertices: [Vertex]) -> [[Int32]]? {
    var paths = [[Int32]](repeating: [], count: segments.count)
    guard collect(area, Array(segments.indices), vertices, Array(vertices.indices), &paths) else { return nil }
    for index in paths.indices where paths[index].count > 1 {
      let s = segments[index]
      let (right, up) = (s.bx >= s.ax, s.by >= s.ay)
      let isFlat = abs(s.bx - s.ax) >= abs(s.by - s.ay)
      paths[index].sort { first, second in
        let (a, b) = (vertices[Int(first)], vertices[Int(second)])
        let across = right ? a.x < b.x : a.x > b.x
        let along = up ? a.y < b.y : a.y > b.y
        return isFlat ? (a.x != b.x ? across : along) : (a.y != b.y ? along : across)
      }
    }
    return paths
  }

  private mutating func collect(
    _ area: SegmentDescent.Area, _ members: [Int], _ vertices: [Vertex], _ numbers: [Int], _ paths: inout [[Int32]]
  ) -> Bool {
    guard !members.isEmpty, !numbers.isEmpty else { return true }
    steps -= members.count + numbers.count
    guard steps > 0 else { return false }
    if members.count <= 4 || numbers.count <= 2 || area.isOneSquare {
      for member in members {
        for number in numbers where Self.passes(segments[member], vertices[number]) {
          paths[member].append(Int32(number))
        }
      }
      return true
    }
    for half in [area.halves.0, area.halves.1] {
      let inside = numbers.filter {
        half.minX < vertices[$0].x && vertices[$0].x < half.maxX && half.minY < vertices[$0].y
          && vertices[$0].y < half.maxY
      }
      if inside.isEmpty { continue }
      let near = members.filter { half.mayMeet(segments[$0]) }
      guard collect(half, near, vertices, inside, &paths) else { return false }
    }
    return true
  }

  /// Whether a segment passes through the square around a position, whose eastern and upper sides are not part of it.
  ///
  /// As in HotPixel::intersectsScaled of GEOS. In half units, so that corners are whole.
  static func passes(_ segment: SegmentContact.Segment, _ vertex: Vertex) -> Bool {
    let isTurned = segment.ax > segment.bx
    let (px, py) = (2 * (isTurned ? segment.bx : segment.ax), 2 * (isTurned ? segment.by : segment.ay))
    let (qx, qy) = (2 * (isTurned ? segment.ax : segment.bx), 2 * (isTurned ? segment.ay : segment.by))
    let (minX, maxX, minY, maxY) = (2 * vertex.x - 1, 2 * vertex.x + 1, 2 * vertex.y - 1, 2 * vertex.y + 1)
    if px >= maxX || qx < minX || min(py, qy) >= maxY || max(py, qy) < minY { return false }
    if px == qx || py == qy { return true }
    let s = SegmentContact.Segment(ax: px, ay: py, bx: qx, by: qy)
    let upperLeft = SegmentContact.side(s, minX, maxY)
    if upperLeft == 0 { return py > qy }
    let upperRight = SegmentContact.side(s, maxX, maxY)
    if upperRight == 0 { return py < qy }
    if upperLeft != upperRight { return true }
    let lowerLeft = SegmentContact.side(s, minX, minY)
    if lowerLeft == 0 || lowerLeft != upperRight { return true }
    let lowerRight = SegmentContact.side(s, maxX, minY)
    if lowerRight == 0 { return py > qy }
    return lowerLeft != lowerRight
  }
}
