/// A position on the grid, in whole units; ordered by x, then y.
struct GridPosition: Hashable, Comparable, Sendable {
  var x, y: Double

  static func < (a: Self, b: Self) -> Bool { a.x == b.x ? a.y < b.y : a.x < b.x }

  /// The square of the distance to another position.
  func squaredDistance(to other: Self) -> Double {
    let (dx, dy) = (other.x - x, other.y - y)
    return dx * dx + dy * dy
  }
}
