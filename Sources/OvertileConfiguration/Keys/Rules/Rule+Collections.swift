import OvertileExpressions
import OvertileFeatures

extension Rule {
  /// A list of values; `minimum` 1 rejects an empty one.
  func list(
    atLeast minimum: Int = 0, hint: @escaping @Sendable (String) -> String = { "; write [\($0)]" }
  ) -> Rule<[Value]> {
    Rule<[Value]>(["type": "array", "items": schema, "minItems": .int(Int64(minimum))]) { node, log in
      guard case .list(let items) = node.content else {
        var advice = ""
        if case .string(let text) = node.content { advice = hint(text) }
        log.noteType(node, wanted: "a list", hint: advice)
        return nil
      }
      if items.count < minimum { log.note(.empty, at: node.position, "must not be empty") }
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
    let many = list(atLeast: 1)
    return Rule<[Value]>(["anyOf": [schema, many.schema]]) { node, log in
      if case .list = node.content { return many.read(node, &log) }
      return read(node, &log).map { Reading([$0.value], canonical: "[\($0.canonical)]") }
    }
  }

  /// A mapping from names to values, in the order of the file; `minimum` 1 rejects an empty one.
  func named(atLeast minimum: Int = 0, orderMatters: Bool = true) -> Rule<[(name: Located<String>, value: Value)]> {
    let schema: JSONValue = [
      "type": "object", "additionalProperties": schema, "minProperties": .int(Int64(minimum)),
      "propertyNames": ["minLength": 1],
    ]
    return Rule<[(name: Located<String>, value: Value)]>(schema) { node, log in
      guard case .mapping(let entries) = node.content else {
        let hint =
          switch node.content {
          case .list: "; write each entry as NAME: {...}, without a dash"
          case .null: "; are the lines below it indented?"
          default: ""
          }
        log.noteType(node, wanted: "a mapping from names to values", hint: hint)
        return nil
      }
      if entries.count < minimum { log.note(.empty, at: node.position, "must not be empty") }
      var values: [(name: Located<String>, value: Value)] = []
      var members: [String] = []
      for entry in entries {
        if entry.key.isEmpty { log.note(.badValue, at: entry.keyPosition, "a name must not be empty") }
        guard let reading = log.below(entry.key, { log in read(entry.value, &log) }) else { continue }
        values.append((Located(entry.key, at: entry.keyPosition), reading.value))
        members.append("[\(CanonicalJSON.quoted(entry.key)),\(reading.canonical)]")
      }
      guard values.count == entries.count, entries.count >= minimum else { return nil }
      if !orderMatters { members.sort() }
      return Reading(values, canonical: "[" + members.joined(separator: ",") + "]")
    }
  }
}
