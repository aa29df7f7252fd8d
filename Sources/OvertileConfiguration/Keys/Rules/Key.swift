import OvertileExpressions
import OvertileFeatures

/// One key of a mapping: its name, its allowed values, its meaning, and its default.
struct Key<Value: Sendable>: Sendable {
  let name: String
  let rule: Rule<Value>
  let presence: Presence
  /// One or more sentences for people, with units and defaults that are not plain values.
  let documentation: String
  /// Whether it can change the bytes of a bundle.
  let shapesBundle: Bool

  /// The meaning of an absent key.
  enum Presence: Sendable {
    case required
    case optional
    /// A default, written as in a file.
    case standard(ConfigurationNode.Content)
    /// No value, which means the same as this one does.
    case implied(ConfigurationNode.Content)
  }

  init(
    _ name: String, _ rule: Rule<Value>, _ presence: Presence, shapesBundle: Bool = true,
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
    var schema = rule.schema.adding(["description": .string(documentation)])
    var standard: ConfigurationNode.Content?
    var implied: ConfigurationNode.Content?
    var isRequired = false
    switch presence {
    case .required: isRequired = true
    case .optional: break
    case .standard(let content):
      standard = content
      schema = schema.adding(["default": JSONValue(content)])
    case .implied(let content): implied = content
    }
    return AnyKey(
      name: name, schema: schema, isRequired: isRequired, standard: standard, implied: implied,
      shapesBundle: shapesBundle
    ) { node, log in
      rule.read(node, &log).map { Reading($0.value as any Sendable, canonical: $0.canonical) }
    }
  }
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
