import OvertileCore

/// Minified JSON with one spelling per value.
///
/// Whole numbers stay whole ("10"), others have a point or exponent as Swift's shortest round-trip text ("10.0"); members
/// keep their order; only characters that JSON requires are escaped.
package enum CanonicalJSON {
  /// The text of a syntax tree.
  package static func text(of syntax: ExpressionSyntax) -> String {
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
    case .string(let string): text += quoted(string)
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
        text += quoted(member.key)
        text += ":"
        write(member.value, to: &text)
      }
      text += "}"
    }
  }

  /// The text of a value; a number that is not finite is null, as in ECMAScript.
  static func text(of value: PropertyValue) -> String {
    var text = JSONText(.lines)
    text.append(value: value)
    return String(decoding: text.bytes, as: UTF8.self)
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
      text += quoted(member.key)
      text += ":" + Self.text(of: member.value)
    }
    return text + "}"
  }

  /// A string in quotes.
  package static func quoted(_ string: String) -> String { JSONText.quoted(string, .lines) }
}
