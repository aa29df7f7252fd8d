import OvertileFeatures

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

  /// The text of a value; what is no finite number is null, as ECMAScript writes it.
  static func text(of value: PropertyValue) -> String {
    switch value {
    case .null: "null"
    case .bool(let bool): bool ? "true" : "false"
    case .int(let int): String(int)
    case .uint(let uint): String(uint)
    case .double(let double): double.isFinite ? "\(double)" : "null"
    case .string(let string): quoted(string)
    case .json(let text): text
    }
  }

  /// The text of a list of values.
  static func list(_ values: some Sequence<PropertyValue>) -> String {
    var text = "["
    for value in values {
      if text.utf8.count > 1 { text += "," }
      text += Self.text(of: value)
    }
    return text + "]"
  }

  /// The text of an object.
  static func object(_ members: some Sequence<(key: String, value: PropertyValue)>) -> String {
    var text = "{"
    for member in members {
      if text.utf8.count > 1 { text += "," }
      write(member.key, to: &text)
      text += ":" + Self.text(of: member.value)
    }
    return text + "}"
  }

  /// A string in quotes.
  public static func quoted(_ string: String) -> String {
    var text = ""
    write(string, to: &text)
    return text
  }

  /// Adds a string in quotes. JavaScript has short escapes for two characters more.
  static func write(_ string: String, to text: inout String, asJavaScript: Bool = false) {
    text += "\""
    for scalar in string.unicodeScalars {
      switch scalar {
      case "\"": text += "\\\""
      case "\\": text += "\\\\"
      case "\n": text += "\\n"
      case "\r": text += "\\r"
      case "\t": text += "\\t"
      case "\u{8}" where asJavaScript: text += "\\b"
      case "\u{C}" where asJavaScript: text += "\\f"
      case _ where scalar.value < 0x20:
        let hex = String(scalar.value, radix: 16)
        text += "\\u" + String(repeating: "0", count: 4 - hex.count) + hex
      default: text.unicodeScalars.append(scalar)
      }
    }
    text += "\""
  }
}
