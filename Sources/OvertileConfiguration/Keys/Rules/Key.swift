import OvertileCore
import OvertileExpressions

/// One key of a mapping: its name, its allowed values, its meaning, and its default.
struct Key<Value: Sendable>: AnyKey {
  let name: String
  let rule: Rule<Value>
  let presence: KeyPresence
  /// One or more sentences for people, with units and defaults that are not plain values.
  let documentation: String
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

  var schema: JSONValue {
    let schema = rule.schema.adding(["description": .string(documentation)])
    guard case .standard(let value) = presence else { return schema }
    return schema.adding(["default": value])
  }

  func readAny(_ node: ConfigurationNode, _ log: inout ProblemLog) -> Reading<any Sendable>? {
    rule.read(node, &log).map { Reading($0.value as any Sendable, canonical: $0.canonical) }
  }
}

/// A key with a value of any type, as mappings list it.
protocol AnyKey: Sendable {
  var name: String { get }
  /// The meaning of its absence.
  var presence: KeyPresence { get }
  /// Whether it can change the bytes of a bundle.
  var shapesBundle: Bool { get }
  /// The JSON Schema of its values, with the documentation and the default.
  var schema: JSONValue { get }

  /// Reads a value; nil after noting its mistakes.
  func readAny(_ node: ConfigurationNode, _ log: inout ProblemLog) -> Reading<any Sendable>?
}

extension AnyKey {
  /// The value that the absence of the key implies; nil if it implies none.
  var implied: Reading<any Sendable>? {
    guard case .implied(let value) = presence else { return nil }
    var log = ProblemLog(text: "")
    return readAny(ConfigurationNode(.init(value), at: .start), &log)
  }
}

/// The meaning of an absent key.
enum KeyPresence: Sendable {
  case required
  case optional
  /// A default, written as in a file.
  case standard(JSONValue)
  /// No value, which means the same as this one does.
  case implied(JSONValue)
}

extension ConfigurationNode.Content {
  /// A default, as a file writes it.
  init(_ value: JSONValue) {
    func node(_ value: JSONValue) -> ConfigurationNode { ConfigurationNode(Self(value), at: .start) }
    switch value {
    case .null: self = .null
    case .bool(let bool): self = .bool(bool)
    case .int(let int): self = .int(int)
    case .uint(let uint): self = .double(Double(uint))
    case .double(let double): self = .double(double)
    case .string(let string): self = .string(string)
    case .array(let items): self = .array(items.map(node))
    case .object(let members): self = .object(members.map { .init(key: $0, value: node($1)) })
    }
  }
}
