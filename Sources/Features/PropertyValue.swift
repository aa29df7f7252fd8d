/// The value of a feature's property, with JSON's and MVT's types kept apart: 1, 1.0, "1" and true are four values.
public enum PropertyValue: Sendable, Hashable {
  /// JSON null. Expressions see it; tiles omit it.
  case null
  /// A boolean.
  case bool(Bool)
  /// A whole number without fraction or exponent in the source that fits 64 signed bits.
  case int(Int64)
  /// A whole number above `Int64.max` that fits 64 unsigned bits.
  case uint(UInt64)
  /// Any other number. Never NaN or infinite when read from JSON.
  case double(Double)
  /// A string.
  case string(String)
  /// An array or object, as its minified JSON text.
  case json(String)

  /// The number this value holds, or nil when it is not a number. Whole numbers beyond 2^53 are rounded.
  public var number: Double? {
    switch self {
    case .int(let value): Double(value)
    case .uint(let value): Double(value)
    case .double(let value): value
    case .null, .bool, .string, .json: nil
    }
  }
}

/// The type of a stored property value; the raw value seeds its hash, so values of different types never compare equal.
public enum PropertyKind: UInt8, Sendable {
  case null = 0
  case bool, int, uint, double, string, json
}
