import MapMath

/// The rings or lines of a shape in a tile, in units of another tile.
struct Outline {
  let isClosed: Bool
  let x: [Double]
  let y: [Double]
  /// Per position: the one after it; of the last position of a line, itself.
  let next: [Int32]
  /// Per part: the exclusive end of its positions.
  let partEnds: [Int]

  /// Multiplies the positions of a geometry and subtracts an offset.
  init(_ geometry: TileGeometry, times factor: Double = 1, minus offset: (x: Double, y: Double) = (0, 0)) {
    isClosed = geometry.kind == .polygons
    x = geometry.x.map { Double($0) * factor - offset.x }
    y = geometry.y.map { Double($0) * factor - offset.y }
    partEnds = geometry.partEnds
    var next = [Int32](repeating: 0, count: geometry.x.count)
    var start = 0
    for end in partEnds where end > start {
      for index in start..<end { next[index] = Int32(index + 1) }
      next[end - 1] = Int32(isClosed ? start : end - 1)
      start = end
    }
    self.next = next
  }

  /// The square of the distance of a position from the segment that starts at another.
  @inline(__always)
  func squaredDistance(_ px: Double, _ py: Double, fromSegment index: Int) -> Double {
    let (ax, ay) = (x[index], y[index])
    let (dx, dy) = (x[Int(next[index])] - ax, y[Int(next[index])] - ay)
    let (ex, ey) = (px - ax, py - ay)
    let along = ex * dx + ey * dy
    let length = dx * dx + dy * dy
    let share = length > 0 ? min(max(along / length, 0), 1) : 0
    let (gapX, gapY) = (ex - share * dx, ey - share * dy)
    return gapX * gapX + gapY * gapY
  }

  /// Whether some segment is within a distance of a position; the first one looked at is the one found last, since
  /// positions along an outline are near the same segment or the next.
  func isNear(_ px: Double, _ py: Double, within distance: Double, from last: inout Int) -> Bool {
    let square = distance * distance
    for index in last..<x.count where squaredDistance(px, py, fromSegment: index) <= square {
      last = index
      return true
    }
    for index in 0..<min(last, x.count) where squaredDistance(px, py, fromSegment: index) <= square {
      last = index
      return true
    }
    return false
  }

  /// The first position within a distance in x and in y of another.
  func position(within distance: Double, ofX px: Double, y py: Double) -> Int? {
    x.indices.first { abs(x[$0] - px) <= distance && abs(y[$0] - py) <= distance }
  }

  /// The positions of the part that holds one.
  func part(around index: Int) -> Range<Int> {
    var start = 0
    for end in partEnds {
      if index < end { return start..<end }
      start = end
    }
    return start..<x.count
  }
}

extension Outline {
  /// Whether rings pass by a position at most once within a radius, and do not turn back there: no spike, neck or strip
  /// is so thin that rounding could close it. Lines always are.
  func isPlain(_ px: Double, _ py: Double, radius: Double) -> Bool {
    guard isClosed else { return true }
    var passes = 0
    var start = 0
    for end in partEnds {
      defer { start = end }
      let isOutside = { (index: Int) in !holds(px, py, radius, index) }
      guard let first = (start..<end).first(where: isOutside) else { return false }
      var pass = Pass()
      for step in 0..<end - start {
        let index = start + (first - start + step) % (end - start)
        let square = squaredDistance(px, py, fromSegment: index)
        guard square <= radius * radius else { continue }
        pass.nearest = min(pass.nearest, square)
        if isOutside(index) { pass.entry = crossing(index, Int(next[index]), px, py, radius) }
        guard isOutside(Int(next[index])) else { continue }
        passes += 1
        let exit = crossing(Int(next[index]), index, px, py, radius)
        if passes > 1 || pass.turnsBack(exit, radius) { return false }
        pass = Pass()
      }
    }
    return true
  }

  /// A way of a ring through a circle.
  private struct Pass {
    var entry = (x: 0.0, y: 0.0)
    /// The square of the least distance from the center.
    var nearest = Double.infinity

    /// Whether it comes near the center and leaves the circle near where it came in: a turn of less than 35 degrees.
    func turnsBack(_ exit: (x: Double, y: Double), _ radius: Double) -> Bool {
      let (dx, dy) = (exit.x - entry.x, exit.y - entry.y)
      return nearest <= radius * radius / 4 && dx * dx + dy * dy < 0.36 * radius * radius
    }
  }

  private func holds(_ px: Double, _ py: Double, _ radius: Double, _ index: Int) -> Bool {
    let (dx, dy) = (x[index] - px, y[index] - py)
    return dx * dx + dy * dy <= radius * radius
  }

  /// Where a segment from outside meets a circle first.
  private func crossing(
    _ from: Int, _ to: Int, _ px: Double, _ py: Double, _ radius: Double
  ) -> (x: Double, y: Double) {
    let (dx, dy) = (x[to] - x[from], y[to] - y[from])
    let (ex, ey) = (x[from] - px, y[from] - py)
    let (a, b, c) = (dx * dx + dy * dy, ex * dx + ey * dy, ex * ex + ey * ey - radius * radius)
    let share = a > 0 ? (-b - max(0, b * b - a * c).squareRoot()) / a : 0
    return (x[from] + share * dx, y[from] + share * dy)
  }
}
