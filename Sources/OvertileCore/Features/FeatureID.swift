/// A feature's `id` member as in the source.
package enum FeatureID: Sendable, Hashable {
  /// No id.
  case none
  /// A whole number that fits 64 signed bits.
  case integer(Int64)
  /// A whole number above `Int64.max` that fits 64 unsigned bits.
  case unsigned(UInt64)
  /// Any other number: fractional, or beyond 64 bits.
  case number(Double)
  /// A string.
  case string(String)

  /// The id that a number with a fraction or an exponent is: a whole number if it is one that doubles hold exactly, as
  /// in 101.0 and 1e2.
  package static func of(_ value: Double) -> FeatureID {
    guard value.magnitude < 0x1p53, let whole = Int64(exactly: value) else { return .number(value) }
    return .integer(whole)
  }
}
