extension JSONValue: Codable {
  /// Reads a JSON text; nil if it is invalid.
  package init?(text: [UInt8]) {
    guard let value = try? ExactJSON.decode(JSONValue.self, from: text) else { return nil }
    self = value
  }

  /// Decodes any value. The frequent kinds are tried first, because each attempt that fails makes an error.
  package init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if container.decodeNil() {
      self = .null
    } else if let value = try? container.decode(String.self) {
      self = .string(value)
    } else if let value = try? container.decode(NamedValues<JSONValue>.self) {
      self = .object(value)
    } else if let value = try? container.decode(Int64.self) {
      self = .int(value)
    } else if let value = try? container.decode([JSONValue].self) {
      self = .array(value)
    } else if let value = try? container.decode(Double.self) {
      self = (try? container.decode(UInt64.self)).map { .uint($0) } ?? .double(value)
    } else if let value = try? container.decode(Bool.self) {
      self = .bool(value)
    } else {
      throw DecodingError.dataCorruptedError(
        in: container, debugDescription: "a number is too large, or the value is nested too deeply")
    }
  }

  /// Encodes the value.
  package func encode(to encoder: any Encoder) throws {
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
}
