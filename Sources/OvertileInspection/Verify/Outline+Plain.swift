extension Outline {
  /// Whether rings pass by a position at most once within a radius, and do not turn back there: no spike, neck or strip
  /// is so thin that rounding could close it. Lines always are. O(positions).
  func isPlain(_ center: SIMD2<Double>, radius: Double) -> Bool {
    guard isClosed else { return true }
    var passes = 0
    var start = indices.lowerBound
    while start < indices.upperBound {
      let part = start..<end(ofPartWith: start)
      start = part.upperBound
      let isOutside = { (index: Int) in (self[index] - center).squaredLength > radius * radius }
      guard let first = part.first(where: isOutside) else { return false }
      var pass = Pass()
      var index = first
      repeat {
        let (from, to) = (index, next(index))
        index = to
        let square = squaredDistance(center, fromSegment: from)
        guard square <= radius * radius else { continue }
        pass.nearest = min(pass.nearest, square)
        if isOutside(from) { pass.entry = crossing(from, to, center, radius) }
        guard isOutside(to) else { continue }
        passes += 1
        if passes > 1 || pass.turnsBack(crossing(to, from, center, radius), radius) { return false }
        pass = Pass()
      } while index != first
    }
    return true
  }

  /// A way of a ring through a circle.
  private struct Pass {
    var entry = SIMD2<Double>.zero
    /// The square of the least distance from the center.
    var nearest = Double.infinity

    /// Whether it comes near the center and leaves the circle near where it came in: a turn of less than 35 degrees.
    func turnsBack(_ exit: SIMD2<Double>, _ radius: Double) -> Bool {
      nearest <= radius * radius / 4 && (exit - entry).squaredLength < 0.36 * radius * radius
    }
  }

  /// Where a segment from outside meets a circle first.
  private func crossing(_ from: Int, _ to: Int, _ center: SIMD2<Double>, _ radius: Double) -> SIMD2<Double> {
    let (along, out) = (self[to] - self[from], self[from] - center)
    let (a, b, c) = (along.squaredLength, (along * out).sum(), out.squaredLength - radius * radius)
    let share = a > 0 ? (-b - max(0, b * b - a * c).squareRoot()) / a : 0
    return self[from] + share * along
  }
}
