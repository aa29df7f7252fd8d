/// The value of a feature's property.
///
/// Values of different JSON or MVT types are never equal: `1`, `1.0`, `"1"`, and `true` are four different values.
/// Strings are compared byte by byte, without Unicode normalization.
public enum PropertyValue: Sendable, Hashable {
  /// JSON null. Expressions can read this value, but tiles omit it.
  case null
  /// A Boolean.
  case bool(Bool)
  /// An integer that is written without a fraction or exponent and fits into a signed 64-bit integer.
  case int(Int64)
  /// An integer that is greater than `Int64.max` and fits into an unsigned 64-bit integer.
  case uint(UInt64)
  /// Any other number. A number that is read from JSON is never NaN or infinite.
  case double(Double)
  /// A string.
  case string(String)
  /// An array or object, as its minified JSON text.
  case json(String)

  /// The value as a number, or `nil` if it is not a number. Integers with a magnitude greater than 2^53 are rounded to
  /// the nearest `Double` value.
  public var number: Double? {
    switch self {
    case .int(let value): Double(value)
    case .uint(let value): Double(value)
    case .double(let value): value
    case .null, .bool, .string, .json: nil
    }
  }
}

extension PropertyValue {
  /// The id of a feature that this value is: a string or a number, or else null. A number with a fraction or an exponent is a
  /// whole one if it is one that doubles hold exactly, as in 101.0 and 1e2.
  package var id: PropertyValue {
    switch self {
    case .null, .bool: .null
    case .int, .uint, .string: self
    case .json(let text): .string(text)
    case .double(let value):
      value.magnitude < 0x1p53 ? Int64(exactly: value).map { .int($0) } ?? self : self
    }
  }

  /// The value in messages; nil for null.
  package var text: String? {
    switch self {
    case .null: nil
    case .bool(let value): String(value)
    case .int(let value): String(value)
    case .uint(let value): String(value)
    case .double(let value): String(value)
    case .string(let text), .json(let text): text
    }
  }

  /// The value as a string, or `nil` if it is neither a string nor JSON text.
  public var string: String? {
    switch self {
    case .string(let text), .json(let text): text
    default: nil
    }
  }

  /// The value as a Boolean, or `nil` if it is not a Boolean.
  public var bool: Bool? { if case .bool(let value) = self { value } else { nil } }

  /// The value as an array, or `nil` if it is not an array.
  ///
  /// Bundles store arrays and objects as JSON text, which this property parses. Items that are arrays or objects remain
  /// JSON text.
  ///
  /// - Complexity: O(n), where n is the number of bytes in the text.
  public var array: [PropertyValue]? { nested?.array?.map { PropertyValue($0) } }

  /// The value as an object, or `nil` if it is not an object.
  ///
  /// Bundles store arrays and objects as JSON text, which this property parses. Members that are arrays or objects
  /// remain JSON text.
  ///
  /// - Complexity: O(n), where n is the number of bytes in the text.
  public var object: NamedValues<PropertyValue>? {
    guard case .object(let members) = nested else { return nil }
    return members.mapValues { PropertyValue($0) }
  }

  private var nested: JSONValue? { string.flatMap { try? ExactJSON.decode(JSONValue.self, from: Array($0.utf8)) } }

  private init(_ value: JSONValue) {
    switch value {
    case .null: self = .null
    case .bool(let value): self = .bool(value)
    case .int(let value): self = .int(value)
    case .uint(let value): self = .uint(value)
    case .double(let value): self = .double(value)
    case .string(let text): self = .string(text)
    case .array, .object: self = .string(String(decoding: (try? ExactJSON.encode(value)) ?? [], as: UTF8.self))
    }
  }
}

extension PropertyValue {
  /// Returns whether two values have the same type and content.
  ///
  /// - Complexity: O(n), where n is the number of bytes in the content.
  public static func == (a: PropertyValue, b: PropertyValue) -> Bool {
    switch (a, b) {
    case (.null, .null): true
    case (.bool(let a), .bool(let b)): a == b
    case (.int(let a), .int(let b)): a == b
    case (.uint(let a), .uint(let b)): a == b
    case (.double(let a), .double(let b)): a == b
    case (.string(let a), .string(let b)), (.json(let a), .json(let b)): ExactText(a) == ExactText(b)
    default: false
    }
  }

  /// Hashes the content of the value by feeding it into the given hasher.
  ///
  /// - Complexity: O(n), where n is the number of bytes in the content.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(number)
    hasher.combine(bool)
    hasher.combine(string.map(ExactText.init))
  }
}

/// The type of a stored property value; the raw value seeds its hash, so values of different types never compare equal.
package enum PropertyKind: UInt8, Sendable {
  case null = 0
  case bool, int, uint, double, string, json
}
