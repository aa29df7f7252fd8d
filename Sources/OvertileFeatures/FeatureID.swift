/// A feature's `id` member as the source has it.
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

/// Where in its source a feature stands.
package struct SourceLocation: Sendable, Hashable {
  /// The offset in bytes of the feature's first byte, in the uncompressed stream, from 0.
  package var byteOffset: UInt64
  /// The line of that byte, from 1.
  package var line: UInt64
  /// The feature's ordinal in its stream, from 0.
  package var index: UInt64

  /// Makes a location.
  package init(byteOffset: UInt64, line: UInt64, index: UInt64) {
    self.byteOffset = byteOffset
    self.line = line
    self.index = index
  }
}
