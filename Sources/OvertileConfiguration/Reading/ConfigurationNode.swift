import OvertileExpressions

/// A node of a configuration's YAML: resolved to a type, with its position. The inside of an expression is one, too.
typealias ConfigurationNode = ExpressionSyntax

extension ConfigurationNode {
  /// The text of a string; nil for anything else.
  var string: String? {
    if case .string(let text) = content { text } else { nil }
  }

  /// The description of the node for messages: "the number 40".
  var summary: String {
    switch content {
    case .null: "nothing"
    case .bool(let bool): "the boolean \(bool)"
    case .int(let int): "the number \(int)"
    case .double(let double): "the number \(double)"
    case .string(let string): "the string \"\(string)\""
    case .array: "a list"
    case .object: "a mapping"
    case .unreadable: "something unreadable"
    }
  }

  /// Whether the node or one below it is unreadable.
  var isDamaged: Bool {
    switch content {
    case .unreadable: true
    case .array(let items): items.contains(where: \.isDamaged)
    case .object(let entries): entries.contains { $0.value.isDamaged }
    case .null, .bool, .int, .double, .string: false
    }
  }

}

/// The type of a plain scalar by the core schema of YAML 1.2: `yes`, `no`, `on`, `off`, dates and `1:30` are strings.
enum PlainScalar {
  static func resolve(_ text: String) -> ConfigurationNode.Content {
    switch text {
    case "", "~", "null", "Null", "NULL": return .null
    case "true", "True", "TRUE": return .bool(true)
    case "false", "False", "FALSE": return .bool(false)
    default: break
    }
    guard let first = text.utf8.first, "+-.0123456789".utf8.contains(first) else { return .string(text) }
    if let radix = ["0x": 16, "0o": 8][text.prefix(2)], let int = Int64(text.dropFirst(2), radix: radix) {
      return .int(int)
    }
    guard text.utf8.allSatisfy({ "+-.0123456789eE".utf8.contains($0) }) else { return .string(text) }
    if let int = Int64(text) { return .int(int) }
    let unsigned = text.drop { "+-".contains($0) }
    let hasDigit = unsigned.prefix { $0 != "e" && $0 != "E" }.contains { $0.isNumber }
    guard hasDigit, let double = Double(text.hasSuffix(".") ? text + "0" : text), double.isFinite else {
      return .string(text)
    }
    return .double(double)
  }
}
