/// A feature's `id` member as in the source.
package enum FeatureID: Sendable, Hashable {
  /// No id.
  case none
  /// A whole number that fits 64 signed bits.
  case integer(Int64)
  /// A whole number above `Int64.max` that fits 64 unsigned bits.
  case unsigned(UInt64)
  /// Any other number: fractional, with an exponent, or beyond 64 bits.
  case number(Double)
  /// A string.
  case string(String)
}
