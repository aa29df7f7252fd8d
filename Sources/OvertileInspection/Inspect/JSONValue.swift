import Foundation
import OvertileFeatures

/// Any JSON value, as other people's metadata has them. Whole numbers stay exact up to 64 bits.
public enum JSONValue: Sendable, Hashable, Codable {
  /// null
  case null
  /// true or false
  case bool(Bool)
  /// A whole number.
  case int(Int64)
  /// A whole number above `Int64.max`.
  case uint(UInt64)
  /// Any other number.
  case double(Double)
  /// A text.
  case string(String)
  /// An array.
  case array([JSONValue])
  /// An object; of names that are equal byte for byte the decoder keeps one.
  case object(NamedValues<JSONValue>)

  /// Reads a JSON text, or gives nil for what is none.
  public init?(text: [UInt8]) {
    guard let value = try? ExactJSON.decode(JSONValue.self, from: text) else { return nil }
    self = value
  }

  /// Decodes whatever comes.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if container.decodeNil() {
      self = .null
    } else if let value = try? container.decode(Bool.self) {
      self = .bool(value)
    } else if let value = try? container.decode(Int64.self) {
      self = .int(value)
    } else if let value = try? container.decode(UInt64.self) {
      self = .uint(value)
    } else if let value = try? container.decode(Double.self) {
      self = .double(value)
    } else if let value = try? container.decode(String.self) {
      self = .string(value)
    } else if let value = try? container.decode([JSONValue].self) {
      self = .array(value)
    } else {
      self = .object(try container.decode(NamedValues<JSONValue>.self))
    }
  }

  /// Encodes the value.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch self {
    case .null: try container.encodeNil()
    case .bool(let value): try container.encode(value)
    case .int(let value): try container.encode(value)
    case .uint(let value): try container.encode(value)
    case .double(let value): try container.encode(value)
    case .string(let value): try container.encode(value)
    case .array(let value): try container.encode(value)
    case .object(let value): try container.encode(value)
    }
  }

  /// The member of an object, or nil.
  public subscript(name: String) -> JSONValue? {
    guard case .object(let members) = self else { return nil }
    return members[name]
  }

  /// The text of a string, or nil.
  public var string: String? {
    guard case .string(let value) = self else { return nil }
    return value
  }

  /// The items of an array, or nil.
  public var array: [JSONValue]? {
    guard case .array(let items) = self else { return nil }
    return items
  }

  /// A finite number, also one in a text, as MBTiles has them.
  public var number: Double? {
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

  /// A whole number, also one in a text; nil for what is none.
  public var integer: Int? { number.flatMap { Int(exactly: $0) } }
}
