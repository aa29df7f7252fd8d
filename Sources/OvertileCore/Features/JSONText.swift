/// A JSON text in the making, in UTF-8: the writer for all texts of JSON that no encoder writes.
package struct JSONText: Sendable {
  /// Characters of strings that are escaped though JSON does not require it. None of them changes the value.
  package struct Escapes: OptionSet, Sendable {
    package let rawValue: UInt8

    package init(rawValue: UInt8) { self.rawValue = rawValue }

    /// Line feed, carriage return and tabulator by a letter; otherwise by their numbers, as all below the space.
    package static let lines = Escapes(rawValue: 1)
    /// Backspace and form feed by a letter, too, as JavaScript writes them.
    package static let breaks = Escapes(rawValue: 2)
  }

  /// The text written.
  package var bytes: [UInt8] = []
  private let escapes: Escapes

  /// Begins a text.
  package init(_ escapes: Escapes = []) { self.escapes = escapes }

  /// Appends text that is JSON already.
  package mutating func append(_ text: StaticString) {
    bytes.append(contentsOf: UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
  }

  /// Appends text that is JSON already.
  package mutating func append(raw text: String) { bytes.append(contentsOf: text.utf8) }

  /// Appends a string with its quotation marks. O(bytes).
  package mutating func append(string: String) {
    bytes.append(UInt8(ascii: "\""))
    for byte in string.utf8 {
      switch byte {
      case UInt8(ascii: "\""): append("\\\"")
      case UInt8(ascii: "\\"): append("\\\\")
      case 0..<0x20: append(control: byte)
      default: bytes.append(byte)
      }
    }
    bytes.append(UInt8(ascii: "\""))
  }

  /// Appends a value; a number that is not finite becomes null.
  package mutating func append(value: PropertyValue) {
    switch value {
    case .null: append("null")
    case .bool(let bool): append(bool ? "true" : "false")
    case .int(let int): append(raw: String(int))
    case .uint(let uint): append(raw: String(uint))
    case .double(let double): append(raw: double.isFinite ? "\(double)" : "null")
    case .string(let string): append(string: string)
    case .json(let text): append(raw: text)
    }
  }

  /// A string with its quotation marks. O(bytes).
  package static func quoted(_ string: String, _ escapes: Escapes) -> String {
    var text = JSONText(escapes)
    text.append(string: string)
    return String(decoding: text.bytes, as: UTF8.self)
  }

  private mutating func append(control byte: UInt8) {
    switch byte {
    case 0x0A where escapes.contains(.lines): append("\\n")
    case 0x0D where escapes.contains(.lines): append("\\r")
    case 0x09 where escapes.contains(.lines): append("\\t")
    case 0x08 where escapes.contains(.breaks): append("\\b")
    case 0x0C where escapes.contains(.breaks): append("\\f")
    default: append(raw: (byte < 16 ? "\\u000" : "\\u00") + String(byte, radix: 16))
    }
  }
}
