/// Minified JSON with one spelling per value.
///
/// Whole numbers stay whole ("10"), others have a point or exponent as Swift's shortest round-trip text ("10.0"); members
/// keep their order; only what JSON demands is escaped.
public enum CanonicalJSON {
  /// The text of a syntax tree.
  public static func text(of syntax: ExpressionSyntax) -> String {
    var text = ""
    write(syntax, to: &text)
    return text
  }

  private static func write(_ syntax: ExpressionSyntax, to text: inout String) {
    switch syntax.content {
    case .null: text += "null"
    case .bool(let bool): text += bool ? "true" : "false"
    case .int(let int): text += String(int)
    case .double(let double): text += "\(double)"
    case .string(let string): write(string, to: &text)
    case .array(let items):
      text += "["
      for (index, item) in items.enumerated() {
        if index > 0 { text += "," }
        write(item, to: &text)
      }
      text += "]"
    case .object(let members):
      text += "{"
      for (index, member) in members.enumerated() {
        if index > 0 { text += "," }
        write(member.key, to: &text)
        text += ":"
        write(member.value, to: &text)
      }
      text += "}"
    }
  }

  /// A string in quotes.
  public static func quoted(_ string: String) -> String {
    var text = ""
    write(string, to: &text)
    return text
  }

  private static func write(_ string: String, to text: inout String) {
    text += "\""
    for scalar in string.unicodeScalars {
      switch scalar {
      case "\"": text += "\\\""
      case "\\": text += "\\\\"
      case "\n": text += "\\n"
      case "\r": text += "\\r"
      case "\t": text += "\\t"
      case _ where scalar.value < 0x20:
        let hex = String(scalar.value, radix: 16)
        text += "\\u" + String(repeating: "0", count: 4 - hex.count) + hex
      default: text.unicodeScalars.append(scalar)
      }
    }
    text += "\""
  }
}
