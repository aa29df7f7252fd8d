import OvertileCore
import OvertileExpressions

/// The form of one kind of value in a configuration: for the decoder and for the JSON Schema at once, so that the two
/// cannot drift apart.
struct Rule<Value: Sendable>: Sendable {
  /// The JSON Schema of the values that `read` accepts, as far as a schema can express it.
  let schema: JSONValue
  /// Reads a node; nil after noting its mistakes.
  let read: @Sendable (ConfigurationNode, inout ProblemLog) -> Reading<Value>?

  init(
    _ schema: JSONValue, _ read: @escaping @Sendable (ConfigurationNode, inout ProblemLog) -> Reading<Value>?
  ) {
    self.schema = schema
    self.read = read
  }

  /// The same form for something derived from the value.
  func map<Other: Sendable>(_ transform: @escaping @Sendable (Value) -> Other) -> Rule<Other> {
    Rule<Other>(schema) { node, log in
      read(node, &log).map { Reading(transform($0.value), canonical: $0.canonical) }
    }
  }

  /// The same form for something derived from the value, if several values mean the same.
  func normalized<Other: Sendable>(
    _ transform: @escaping @Sendable (Value) -> (Other, canonical: String)
  ) -> Rule<Other> {
    Rule<Other>(schema) { node, log in
      read(node, &log).map { reading in
        let (value, canonical) = transform(reading.value)
        return Reading(value, canonical: canonical)
      }
    }
  }

  /// The value together with its position.
  var located: Rule<Located<Value>> {
    Rule<Located<Value>>(schema) { node, log in
      read(node, &log).map { Reading(Located($0.value, at: node.position), canonical: $0.canonical) }
    }
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
