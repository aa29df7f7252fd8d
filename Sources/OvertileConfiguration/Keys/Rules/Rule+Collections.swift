import OvertileCore
import OvertileExpressions

extension Rule {
  /// A list of values; `minimum` 1 rejects an empty one.
  func list(
    atLeast minimum: Int = 0, hint: @escaping @Sendable (String) -> String = { "; write [\($0)]" }
  ) -> Rule<[Value]> {
    Rule<[Value]>(["type": "array", "items": schema, "minItems": .int(Int64(minimum))]) { node, log in
      guard case .array(let items) = node.content else {
        return log.rejectType(node, wanted: "a list", hint: node.string.map(hint) ?? "")
      }
      let parts = items.enumerated().map { (Located(String($0), at: $1.position), $1) }
      let readings = log.readings(parts, atLeast: minimum, at: node, read)
      return readings.map { Reading($0.map(\.value), canonical: CanonicalJSON.list($0.map(\.canonical))) }
    }
  }

  /// A list of as many values as there are names.
  func tuple(_ names: String...) -> Rule<[Value]> {
    let (list, form) = (list(), "[\(names.joined(separator: ", "))]")
    let count = JSONValue.int(Int64(names.count))
    return Rule<[Value]>(list.schema.adding(["minItems": count, "maxItems": count])) { node, log in
      guard case .array(let items) = node.content else { return log.rejectType(node, wanted: "a list: \(form)") }
      guard items.count == names.count else {
        return log.reject(.badValue, node, "expected \(names.count) entries, \(form), found \(items.count)")
      }
      return list.read(node, &log)
    }
  }

  /// One value, or a list of at least one.
  var oneOrMore: Rule<[Value]> {
    then { reading, _ in Reading([reading.value], canonical: "[\(reading.canonical)]") }.or(list: list(atLeast: 1))
  }

  /// A mapping from names to values, in the order of the file; `minimum` 1 rejects an empty one. A value is read below its
  /// name, the `key` of the log.
  func named(atLeast minimum: Int = 0, orderMatters: Bool = true) -> Rule<[Value]> {
    let schema: JSONValue = [
      "type": "object", "additionalProperties": schema, "minProperties": .int(Int64(minimum)),
      "propertyNames": ["minLength": 1],
    ]
    return Rule<[Value]>(schema) { node, log in
      guard case .object(let entries) = node.content else {
        return log.rejectType(node, wanted: "a mapping from names to values")
      }
      // A name is a part of paths and addresses.
      for entry in entries where ["", ".", ".."].contains(entry.key) {
        let shown = entry.key.isEmpty ? "empty" : "\"\(entry.key)\""
        log.note(.badValue, at: entry.keyPosition, "a name must not be \(shown)")
      }
      let parts = entries.map { (Located($0.key, at: $0.keyPosition), $0.value) }
      let readings = log.readings(parts, atLeast: minimum, at: node, read)
      return readings.map { readings in
        let members = zip(entries, readings).map { "[\(CanonicalJSON.quoted($0.key)),\($1.canonical)]" }
        return Reading(
          readings.map(\.value), canonical: CanonicalJSON.list(orderMatters ? members : members.sorted()))
      }
    }
  }

  /// The value with its name.
  var withName: Rule<(name: String, value: Value)> {
    Rule<(name: String, value: Value)>(schema) { node, log in
      read(node, &log).map { Reading((log.key.value, $0.value), canonical: $0.canonical) }
    }
  }
}

extension ProblemLog {
  /// The readings of the parts of a list or mapping; nil after noting that one cannot be read, or that they are too few.
  fileprivate mutating func readings<Value>(
    _ parts: [(key: Located<String>, node: ConfigurationNode)], atLeast minimum: Int, at node: ConfigurationNode,
    _ read: (ConfigurationNode, inout ProblemLog) -> Reading<Value>?
  ) -> [Reading<Value>]? {
    if parts.count < minimum { note(.empty, at: node.position, "must not be empty") }
    let readings = parts.compactMap { part in
      below(part.key.value, at: part.key.position) { log in read(part.node, &log) }
    }
    return readings.count == parts.count && parts.count >= minimum ? readings : nil
  }
}
