extension JSONValue {
  /// The minified text in UTF-8, keys in ascending order of their bytes: always the same bytes for the same value. O(bytes).
  package var utf8: [UInt8] {
    var text = JSONText()
    text.append(value: self)
    return text.bytes
  }

  /// The text in UTF-8 for people, an item or member a line, with a newline at the end. O(bytes).
  package var lines: [UInt8] { ((try? ExactJSON.encode(self, pretty: true)) ?? []) + [UInt8(ascii: "\n")] }

  /// The shortest text that reads back, whole numbers without a fraction.
  package static func text(_ value: Double) -> String {
    guard value.isFinite else { return "null" }
    if let whole = Int64(exactly: value), abs(value) < 1e15 { return "\(whole)" }
    return "\(value)"
  }
}

extension JSONText {
  /// Appends a value without spaces, keys in ascending order of their bytes. O(bytes).
  package mutating func append(value: JSONValue) {
    switch value {
    case .null: append("null")
    case .bool(let value): append(value ? "true" : "false")
    case .int(let value): append(raw: String(value))
    case .uint(let value): append(raw: String(value))
    case .double(let value): append(raw: JSONValue.text(value))
    case .string(let value): append(string: value)
    case .array(let items):
      append("[")
      for (index, item) in items.enumerated() {
        if index > 0 { append(",") }
        append(value: item)
      }
      append("]")
    case .object(let members):
      append("{")
      for (index, member) in members.enumerated() {
        if index > 0 { append(",") }
        append(string: member.key)
        append(":")
        append(value: member.value)
      }
      append("}")
    }
  }
}
