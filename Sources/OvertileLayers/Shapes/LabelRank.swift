/// The rank of a label point among others by the area of its shape: larger shapes first.
///
/// It depends on the shape alone, so other shapes that come or go leave it as it is. It grows by 16 with each halving of
/// the area.
enum LabelRank {
  /// The rank of an area in square world grid units: 0 for that of the world, 2^64, and at most 2,048.
  static func rank(area: Double) -> UInt16 {
    guard area > 0x1p-64 else { return 2048 }
    return UInt16(max(0, 16 * (64 - Int(area.exponent)) - Int((area.significand - 1) * 16)))
  }
}
