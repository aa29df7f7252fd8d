import OvertileCore
import OvertileExpressions

extension Rule {
  /// A list of values; `minimum` 1 rejects an empty one.
  func list(
    atLeast minimum: Int = 0, hint: @escaping @Sendable (String) -> String = { "; write [\($0)]" }
  ) -> Rule<[Value]> {
    Rule<[Value]>(["type": "array", "items": schema, "minItems": .int(Int64(minimum))]) { node, log in
      guard let items = node.items(atLeast: minimum, hint: hint, &log) else { return nil }
      var readings: [Reading<Value>] = []
      for (index, item) in items.enumerated() {
        let reading = log.below(String(index)) { log in read(item, &log) }
        if let reading { readings.append(reading) }
      }
      guard readings.count == items.count, items.count >= minimum else { return nil }
      return Reading(
        readings.map(\.value), canonical: "[" + readings.map(\.canonical).joined(separator: ",") + "]")
    }
  }

  /// One value, or a list of at least one.
  var oneOrMore: Rule<[Value]> {
    let one = Rule<[Value]>(schema) { node, log in
      read(node, &log).map { Reading([$0.value], canonical: "[\($0.canonical)]") }
    }
    return one.or(list: list(atLeast: 1))
  }

  /// A mapping from names to values, in the order of the file; `minimum` 1 rejects an empty one.
  func named(atLeast minimum: Int = 0, orderMatters: Bool = true) -> Rule<[(name: Located<String>, value: Value)]> {
    let schema: JSONValue = [
      "type": "object", "additionalProperties": schema, "minProperties": .int(Int64(minimum)),
      "propertyNames": ["minLength": 1],
    ]
    return Rule<[(name: Located<String>, value: Value)]>(schema) { node, log in
      guard let entries = node.namedEntries(atLeast: minimum, &log) else { return nil }
      var values: [(name: Located<String>, value: Value)] = []
      var members: [String] = []
      for entry in entries {
        log.noteName(entry)
        guard let reading = log.below(entry.key, { log in read(entry.value, &log) }) else { continue }
        values.append((Located(entry.key, at: entry.keyPosition), reading.value))
        members.append("[\(CanonicalJSON.quoted(entry.key)),\(reading.canonical)]")
      }
      guard values.count == entries.count, entries.count >= minimum else { return nil }
      let canonical = (orderMatters ? members : members.sorted()).joined(separator: ",")
      return Reading(values, canonical: "[\(canonical)]")
    }
  }
}

extension ProblemLog {
  fileprivate mutating func noteName(_ entry: ConfigurationNode.Member) {
    // A name is a part of paths and addresses.
    guard ["", ".", ".."].contains(entry.key) else { return }
    let shown = entry.key.isEmpty ? "empty" : "\"\(entry.key)\""
    note(.badValue, at: entry.keyPosition, "a name must not be \(shown)")
  }
}

// What rules of any type share, compiled once.
extension ConfigurationNode {
  /// The items of a list, after noting that they are too few; nil after noting that the node is no list.
  fileprivate func items(
    atLeast minimum: Int, hint: (String) -> String, _ log: inout ProblemLog
  ) -> [ConfigurationNode]? {
    guard case .array(let items) = content else {
      var advice = ""
      if case .string(let text) = content { advice = hint(text) }
      return log.rejectType(self, wanted: "a list", hint: advice)
    }
    if items.count < minimum { log.note(.empty, at: position, "must not be empty") }
    return items
  }

  /// The entries of a mapping, after noting that they are too few; nil after noting that the node is no mapping.
  fileprivate func namedEntries(atLeast minimum: Int, _ log: inout ProblemLog) -> [Member]? {
    guard case .object(let entries) = content else {
      let hint =
        switch content {
        case .array: "; write each entry as NAME: {...}, without a dash"
        case .null: "; check that the lines below this key are indented"
        default: ""
        }
      return log.rejectType(self, wanted: "a mapping from names to values", hint: hint)
    }
    if entries.count < minimum { log.note(.empty, at: position, "must not be empty") }
    return entries
  }
}
