import Features

/// A JSON value to be written: always the same bytes for the same value.
indirect enum JSONNode {
  case string(String)
  case integer(Int64)
  case number(Double)
  case boolean(Bool)
  case array([JSONNode])
  case object(NamedValues<JSONNode>)

  /// The minified text in UTF-8, keys in ascending order of their bytes. What is not finite becomes null.
  var utf8: [UInt8] {
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
  static func text(_ value: Double) -> String {
    guard value.isFinite else { return "null" }
    if let whole = Int64(exactly: value), abs(value) < 1e15 { return "\(whole)" }
    return "\(value)"
  }
}
