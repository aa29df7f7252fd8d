/// A closed interval on a line whose positions repeat after a period, such as longitudes and columns.
struct PeriodicInterval {
  /// The lower end.
  var low: Double
  /// The upper end; below the lower one nothing is inside.
  var high: Double
  /// The distance between the copies of a position.
  var period: Double

  /// Whether a copy of another interval lies inside, ends included. A number that is not finite lies in nothing.
  func contains(_ other: PeriodicInterval) -> Bool {
    guard low <= high, other.low <= other.high, other.low.isFinite else { return false }
    if high - low >= period { return true }
    return copies(from: low - other.low).contains { other.low + $0 >= low && other.high + $0 <= high }
  }

  /// Whether a copy of another interval shares a position with this one. Ends count.
  func meets(_ other: PeriodicInterval) -> Bool {
    guard low <= high, other.low <= other.high else { return false }
    if max(high - low, other.high - other.low) >= period { return true }
    return copies(from: low - other.high).contains { other.high + $0 >= low && other.low + $0 <= high }
  }

  /// The whole periods to try for a distance in periods: rounding may be off by one either way.
  private func copies(from distance: Double) -> [Double] {
    let turns = (distance / period).rounded(.up)
    return [turns - 1, turns, turns + 1].map { $0 * period }
  }
}
