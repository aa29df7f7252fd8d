import OvertileExpressions

/// A node of a configuration's YAML: resolved to a type, with its position.
struct ConfigurationNode: Sendable {
  indirect enum Content: Sendable {
    case null
    case bool(Bool)
    case int(Int64)
    case double(Double)
    case string(String)
    case list([ConfigurationNode])
    case mapping([Entry])
    /// Something whose mistake has been noted: later readers report nothing more.
    case unreadable
  }

  struct Entry: Sendable {
    var key: String
    var keyPosition: SourcePosition
    var value: ConfigurationNode
  }

  var content: Content
  var position: SourcePosition

  init(_ content: Content, at position: SourcePosition) {
    self.content = content
    self.position = position
  }

  /// The entries of a mapping; none of anything else.
  var entries: [Entry] {
    if case .mapping(let entries) = content { entries } else { [] }
  }

  /// The value of a key of a mapping; nil if there is none.
  subscript(key: String) -> ConfigurationNode? { entries.first { $0.key == key }?.value }

  /// The text of a string; nil for anything else.
  var string: String? {
    if case .string(let text) = content { text } else { nil }
  }

  /// A number as a double, whole or not; nil for anything else.
  var number: Double? {
    switch content {
    case .int(let int): Double(int)
    case .double(let double): double
    default: nil
    }
  }

  /// The description of the node for messages: "the number 40".
  var summary: String {
    switch content {
    case .null: "nothing"
    case .bool(let bool): "the boolean \(bool)"
    case .int(let int): "the number \(int)"
    case .double(let double): "the number \(double)"
    case .string(let string): "the string \"\(string)\""
    case .list: "a list"
    case .mapping: "a mapping"
    case .unreadable: "something unreadable"
    }
  }

  /// Whether the node or one below it is unreadable.
  var isDamaged: Bool {
    switch content {
    case .unreadable: true
    case .list(let items): items.contains(where: \.isDamaged)
    case .mapping(let entries): entries.contains { $0.value.isDamaged }
    case .null, .bool, .int, .double, .string: false
    }
  }

  /// The node as an expression's syntax.
  var syntax: ExpressionSyntax {
    let content: ExpressionSyntax.Content =
      switch content {
      case .null, .unreadable: .null
      case .bool(let bool): .bool(bool)
      case .int(let int): .int(int)
      case .double(let double): .double(double)
      case .string(let string): .string(string)
      case .list(let items): .array(items.map(\.syntax))
      case .mapping(let entries): .object(entries.map { .init(key: $0.key, value: $0.value.syntax) })
      }
    return ExpressionSyntax(content, at: position)
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
