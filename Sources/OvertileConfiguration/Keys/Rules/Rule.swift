import OvertileCore
import OvertileExpressions

/// The form of one kind of value in a configuration: for the decoder and for the JSON Schema at once, so that the two
/// cannot drift apart.
struct Rule<Value: Sendable>: Sendable {
  /// The JSON Schema of the values that `read` accepts, as far as a schema can express it.
  let schema: JSONValue
  /// Reads a node; nil after noting its mistakes.
  let read: @Sendable (ConfigurationNode, inout ProblemLog) -> Reading<Value>?

  init(_ schema: JSONValue, _ read: @escaping @Sendable (ConfigurationNode, inout ProblemLog) -> Reading<Value>?) {
    self.schema = schema
    self.read = read
  }

  /// The same form for something derived from a reading and its node.
  func then<Other: Sendable>(
    _ derive: @escaping @Sendable (Reading<Value>, ConfigurationNode) -> Reading<Other>
  ) -> Rule<Other> {
    Rule<Other>(schema) { node, log in read(node, &log).map { derive($0, node) } }
  }

  /// The same form for something derived from the value.
  func map<Other: Sendable>(_ transform: @escaping @Sendable (Value) -> Other) -> Rule<Other> {
    then { reading, _ in Reading(transform(reading.value), canonical: reading.canonical) }
  }

  /// The same form for something derived from the value; `derive` gives nil after noting why there is none.
  func refined<Other: Sendable>(
    _ derive: @escaping @Sendable (Value, ConfigurationNode, inout ProblemLog) -> Other?
  ) -> Rule<Other> {
    Rule<Other>(schema) { node, log in
      guard let reading = read(node, &log), let value = derive(reading.value, node, &log) else { return nil }
      return Reading(value, canonical: reading.canonical)
    }
  }

  /// The same form with another spelling for the digest, if several values mean the same.
  func spelled(_ canonical: @escaping @Sendable (Value) -> String) -> Rule {
    then { reading, _ in Reading(reading.value, canonical: canonical(reading.value)) }
  }

  /// The value together with its position.
  var located: Rule<Located<Value>> {
    then { reading, node in Reading(Located(reading.value, at: node.position), canonical: reading.canonical) }
  }

  /// This form, or another one for nodes of some contents.
  func or(_ other: Rule, for isOther: @escaping @Sendable (ConfigurationNode.Content) -> Bool) -> Rule {
    Rule(["anyOf": [schema, other.schema]]) { node, log in
      isOther(node.content) ? other.read(node, &log) : read(node, &log)
    }
  }

  /// This form, or another one for mappings.
  func or(mapping other: Rule) -> Rule {
    or(other) { if case .object = $0 { true } else { false } }
  }

  /// This form, or another one for lists.
  func or(list other: Rule) -> Rule {
    or(other) { if case .array = $0 { true } else { false } }
  }
}

/// A value that was read, and its one spelling for the digest.
struct Reading<Value: Sendable>: Sendable {
  let value: Value
  /// JSON-like text that is equal for values that mean the same.
  let canonical: String

  init(_ value: Value, canonical: String) {
    self.value = value
    self.canonical = canonical
  }
}

extension ProblemLog {
  /// Notes a problem with a node that cannot be read.
  mutating func reject<Value>(
    _ code: ConfigurationProblem.Code, _ node: ConfigurationNode, _ reason: @autoclosure () -> String
  ) -> Value? {
    note(code, at: node.position, reason())
    return nil
  }

  /// Notes that a node has the wrong type, with a hint if the mistake is a common one.
  mutating func rejectType<Value>(_ node: ConfigurationNode, wanted: String, hint: String = "") -> Value? {
    if case .unreadable = node.content { return nil }
    return reject(.wrongType, node, "expected \(wanted), found \(node.summary)\(hint)")
  }
}
