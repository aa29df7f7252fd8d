/// The weighted mean of positions near a center, in exact integers.
///
/// With offsets d of x from the center's (shifted by 2^31 so that none is negative) and weights w, a coordinate of
/// the mean is floor(sum(w d) / sum(w) + 1/2). Sums of products stay below 2^95: weights add up to less than 2^63, and
/// offsets are below 2^32. A mean never leaves the range of its offsets, so y needs no clamping.
struct PositionMean: BitwiseCopyable {
  private var weight: UInt64 = 0
  private var east = WideSum()
  private var south = WideSum()

  private static let shift: UInt32 = 1 << 31

  /// Adds a position.
  @inline(__always)
  mutating func add(_ position: GridPosition, weight: UInt64, center: GridPosition) {
    self.weight &+= weight
    east.add(weight, times: position.x &- center.x &+ Self.shift)
    south.add(weight, times: position.y)
  }

  /// The mean of the added positions, or the center if all weights are zero.
  func position(center: GridPosition) -> GridPosition {
    guard weight > 0 else { return center }
    let x = UInt32(truncatingIfNeeded: east.roundedQuotient(by: weight)) &- Self.shift &+ center.x
    let y = UInt32(truncatingIfNeeded: south.roundedQuotient(by: weight))
    return GridPosition(x: x, y: y)
  }
}

/// A sum of products, below 2^95.
struct WideSum: BitwiseCopyable {
  private var high: UInt64 = 0
  private var low: UInt64 = 0

  /// Adds a product.
  @inline(__always)
  mutating func add(_ weight: UInt64, times factor: UInt32) {
    let product = weight.multipliedFullWidth(by: UInt64(factor))
    let (sum, carry) = low.addingReportingOverflow(product.low)
    low = sum
    high &+= product.high &+ (carry ? 1 : 0)
  }

  /// floor(sum / divisor + 1/2), for a divisor above `sum` / 2^64.
  ///
  /// That is floor((sum + floor(divisor / 2)) / divisor): if the divisor is odd, the half that is cut off cannot
  /// matter.
  func roundedQuotient(by divisor: UInt64) -> UInt64 {
    let (sum, carry) = low.addingReportingOverflow(divisor / 2)
    let top = high &+ (carry ? 1 : 0)
    guard top > 0 else { return sum / divisor }
    return divisor.dividingFullWidth((top, sum)).quotient
  }
}
