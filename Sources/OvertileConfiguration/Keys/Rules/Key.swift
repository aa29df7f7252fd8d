import OvertileCore
import OvertileExpressions

/// One key of a mapping: its name, its allowed values, its meaning, and its default.
struct Key<Value: Sendable>: Sendable {
  let name: String
  let rule: Rule<Value>
  let presence: KeyPresence
  /// One or more sentences for people, with units and defaults that are not plain values.
  let documentation: String
  /// Whether it can change the bytes of a bundle.
  let shapesBundle: Bool

  init(
    _ name: String, _ rule: Rule<Value>, _ presence: KeyPresence, shapesBundle: Bool = true,
    _ documentation: String
  ) {
    self.name = name
    self.rule = rule
    self.presence = presence
    self.documentation = documentation
    self.shapesBundle = shapesBundle
  }

  /// A key that may be absent.
  init(_ name: String, _ rule: Rule<Value>, shapesBundle: Bool = true, _ documentation: String) {
    self.init(name, rule, .optional, shapesBundle: shapesBundle, documentation)
  }

  /// The key without its type, as mappings list it.
  var erased: AnyKey {
    let rule = rule
    return AnyKey(
      name: name, schema: rule.schema, presence: presence, documentation: documentation, shapesBundle: shapesBundle
    ) { node, log in
      rule.read(node, &log).map { Reading($0.value as any Sendable, canonical: $0.canonical) }
    }
  }
}

/// The meaning of an absent key.
enum KeyPresence: Sendable {
  case required
  case optional
  /// A default, written as in a file.
  case standard(ConfigurationNode.Content)
  /// No value, which means the same as this one does.
  case implied(ConfigurationNode.Content)
}

/// A key with an erased value type.
struct AnyKey: Sendable {
  let name: String
  let schema: JSONValue
  let isRequired: Bool
  let standard: ConfigurationNode.Content?
  let implied: ConfigurationNode.Content?
  let shapesBundle: Bool
  let read: @Sendable (ConfigurationNode, inout ProblemLog) -> Reading<any Sendable>?

  init(
    name: String, schema: JSONValue, presence: KeyPresence, documentation: String, shapesBundle: Bool,
    read: @escaping @Sendable (ConfigurationNode, inout ProblemLog) -> Reading<any Sendable>?
  ) {
    (self.name, self.shapesBundle, self.read) = (name, shapesBundle, read)
    var schema = schema.adding(["description": .string(documentation)])
    var (isRequired, standard, implied) = (false, nil as ConfigurationNode.Content?, nil as ConfigurationNode.Content?)
    switch presence {
    case .required: isRequired = true
    case .optional: break
    case .standard(let content):
      standard = content
      schema = schema.adding(["default": JSONValue(content)])
    case .implied(let content): implied = content
    }
    (self.schema, self.isRequired, self.standard, self.implied) = (schema, isRequired, standard, implied)
  }
}

extension JSONValue {
  /// A default, as a schema writes it.
  init(_ content: ConfigurationNode.Content) {
    switch content {
    case .null, .unreadable: self = .string("")
    case .bool(let bool): self = .bool(bool)
    case .int(let int): self = .int(int)
    case .double(let double): self = .double(double)
    case .string(let string): self = .string(string)
    case .list(let items): self = .array(items.map { JSONValue($0.content) })
    case .mapping(let entries):
      self = .object(NamedValues(entries.map { ($0.key, JSONValue($0.value.content)) }) { _, new in new })
    }
  }
}

extension ConfigurationNode.Content: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral,
  ExpressibleByBooleanLiteral
{
  init(stringLiteral value: String) { self = .string(value) }
  init(integerLiteral value: Int64) { self = .int(value) }
  init(booleanLiteral value: Bool) { self = .bool(value) }

  /// A list without positions, for defaults.
  static func items(_ contents: [ConfigurationNode.Content]) -> ConfigurationNode.Content {
    .list(contents.map { ConfigurationNode($0, at: SourcePosition(line: 1, column: 1)) })
  }
}
