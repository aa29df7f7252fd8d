/// Any JSON value: read from a text, or to be written. Whole numbers stay exact up to 64 bits.
package indirect enum JSONValue: Sendable, Hashable {
  /// null
  case null
  /// true or false
  case bool(Bool)
  /// A whole number.
  case int(Int64)
  /// A whole number above `Int64.max`.
  case uint(UInt64)
  /// Any other number; one that is not finite is written as null.
  case double(Double)
  /// A text.
  case string(String)
  /// An array.
  case array([JSONValue])
  /// An object; the decoder keeps one of several names that are equal byte for byte.
  case object(NamedValues<JSONValue>)

  /// The value of a property; JSON has no numbers that are not finite, and texts of JSON are texts.
  package init(_ value: PropertyValue) {
    self =
      switch value {
      case .null: .null
      case .bool(let value): .bool(value)
      case .int(let value): .int(value)
      case .uint(let value): .uint(value)
      case .double(let value): value.isFinite ? .double(value) : .null
      case .string(let value), .json(let value): .string(value)
      }
  }

  /// The member of an object, or nil.
  package subscript(name: String) -> JSONValue? {
    guard case .object(let members) = self else { return nil }
    return members[name]
  }

  /// This object with more members; other values stay unchanged.
  package func adding(_ members: NamedValues<JSONValue>) -> JSONValue {
    guard case .object(var all) = self else { return self }
    all.merge(members) { _, new in new }
    return .object(all)
  }

  /// The text of a string, or nil.
  package var string: String? {
    guard case .string(let value) = self else { return nil }
    return value
  }

  /// The items of an array, or nil.
  package var array: [JSONValue]? {
    guard case .array(let items) = self else { return nil }
    return items
  }

  /// A finite number, also one in a text, as in MBTiles.
  package var number: Double? {
    let value: Double? =
      switch self {
      case .int(let value): Double(value)
      case .uint(let value): Double(value)
      case .double(let value): value
      case .string(let text): Double(text.filter { $0 != " " })
      default: nil
      }
    return value?.isFinite == true ? value : nil
  }

  /// A whole number, also one in a text; nil for anything else.
  package var integer: Int? { number.flatMap { Int(exactly: $0) } }
}

extension JSONValue: ExpressibleByStringLiteral, ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral,
  ExpressibleByIntegerLiteral, ExpressibleByBooleanLiteral
{
  /// A text.
  package init(stringLiteral value: String) { self = .string(value) }
  /// An array.
  package init(arrayLiteral elements: JSONValue...) { self = .array(elements) }
  /// An object; the last of several equal names counts.
  package init(dictionaryLiteral elements: (String, JSONValue)...) {
    self = .object(NamedValues(elements) { _, last in last })
  }
  /// A whole number.
  package init(integerLiteral value: Int64) { self = .int(value) }
  /// True or false.
  package init(booleanLiteral value: Bool) { self = .bool(value) }
}
