/// A JSON value to be written: always the same bytes for the same value.
package indirect enum JSONNode: Sendable, Hashable {
  /// A text.
  case string(String)
  /// A whole number.
  case integer(Int64)
  /// A number; what is not finite is written as null.
  case number(Double)
  /// True or false.
  case boolean(Bool)
  /// An array.
  case array([JSONNode])
  /// An object.
  case object(NamedValues<JSONNode>)

  /// The minified text in UTF-8, keys in ascending order of their bytes. O(bytes).
  package var utf8: [UInt8] {
    var bytes: [UInt8] = []
    write(to: &bytes)
    return bytes
  }

  private func write(to out: inout [UInt8]) {
    switch self {
    case .string(let text): Self.write(text, to: &out)
    case .integer(let value): out += "\(value)".utf8
    case .number(let value): out += Self.text(value).utf8
    case .boolean(let value): out += (value ? "true" : "false").utf8
    case .array(let items):
      out.append(UInt8(ascii: "["))
      for (index, item) in items.enumerated() {
        if index > 0 { out.append(UInt8(ascii: ",")) }
        item.write(to: &out)
      }
      out.append(UInt8(ascii: "]"))
    case .object(let members):
      out.append(UInt8(ascii: "{"))
      for (index, member) in members.enumerated() {
        if index > 0 { out.append(UInt8(ascii: ",")) }
        Self.write(member.key, to: &out)
        out.append(UInt8(ascii: ":"))
        member.value.write(to: &out)
      }
      out.append(UInt8(ascii: "}"))
    }
  }

  /// The text in UTF-8 for people: an item or member a line, indented by two spaces a level, keys in ascending order of
  /// their bytes, a newline at the end. O(bytes).
  package var lines: [UInt8] {
    var bytes: [UInt8] = []
    writeLines(to: &bytes, indent: "\n")
    return bytes + [UInt8(ascii: "\n")]
  }

  /// Writes an item or member a line; `indent` is a newline and what each line of this value begins with.
  private func writeLines(to out: inout [UInt8], indent: String) {
    let inner = indent + "  "
    switch self {
    case .array(let items) where !items.isEmpty:
      out.append(UInt8(ascii: "["))
      for (index, item) in items.enumerated() {
        out += ((index > 0 ? "," : "") + inner).utf8
        item.writeLines(to: &out, indent: inner)
      }
      out += (indent + "]").utf8
    case .object(let members) where !members.isEmpty:
      out.append(UInt8(ascii: "{"))
      for (index, member) in members.enumerated() {
        out += ((index > 0 ? "," : "") + inner).utf8
        Self.write(member.key, to: &out)
        out += ": ".utf8
        member.value.writeLines(to: &out, indent: inner)
      }
      out += (indent + "}").utf8
    default: write(to: &out)
    }
  }

  private static func write(_ text: String, to out: inout [UInt8]) {
    out.append(UInt8(ascii: "\""))
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "\""), UInt8(ascii: "\\"): out += [UInt8(ascii: "\\"), byte]
      case 0..<0x20:
        let hex = String(byte, radix: 16)
        out += ("\\u" + String(repeating: "0", count: 4 - hex.count) + hex).utf8
      default: out.append(byte)
      }
    }
    out.append(UInt8(ascii: "\""))
  }

  /// The shortest text that reads back, whole numbers without a fraction.
  package static func text(_ value: Double) -> String {
    guard value.isFinite else { return "null" }
    if let whole = Int64(exactly: value), abs(value) < 1e15 { return "\(whole)" }
    return "\(value)"
  }
}

extension JSONNode: ExpressibleByStringLiteral, ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral,
  ExpressibleByIntegerLiteral, ExpressibleByBooleanLiteral
{
  /// A text.
  package init(stringLiteral value: String) { self = .string(value) }
  /// An array.
  package init(arrayLiteral elements: JSONNode...) { self = .array(elements) }
  /// An object; of equal names the last one counts.
  package init(dictionaryLiteral elements: (String, JSONNode)...) {
    self = .object(NamedValues(elements) { _, last in last })
  }
  /// A whole number.
  package init(integerLiteral value: Int64) { self = .integer(value) }
  /// True or false.
  package init(booleanLiteral value: Bool) { self = .boolean(value) }
}
