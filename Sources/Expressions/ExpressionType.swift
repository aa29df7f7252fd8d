import Features

/// The type of an expression's result, as far as it is known before evaluation.
public enum ExpressionType: String, Sendable, CaseIterable {
  /// Always null.
  case null
  /// True or false.
  case boolean
  /// A number; whole and fractional numbers are one type, as in MapLibre.
  case number
  /// A string.
  case string
  /// A list.
  case array
  /// An object.
  case object
  /// Known only when a feature is at hand.
  case value

  /// The type of a value. Constant time.
  public init(of value: PropertyValue) {
    self =
      switch value {
      case .null: .null
      case .bool: .boolean
      case .int, .uint, .double: .number
      case .string: .string
      case .json(let text): text.utf8.first == UInt8(ascii: "[") ? .array : .object
      }
  }
}
