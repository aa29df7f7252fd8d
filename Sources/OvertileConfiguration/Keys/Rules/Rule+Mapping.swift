import OvertileCore
import OvertileExpressions

/// The values of a mapping's keys.
struct Fields {
  fileprivate var values: [String: any Sendable] = [:]
  /// The spellings of those values for the digest.
  fileprivate(set) var canonical: [String: String] = [:]
  /// Whether the mapping has unknown keys, which have been noted.
  fileprivate(set) var hasUnknownKeys = false
  /// The mapping, with keys that could not be read.
  let node: ConfigurationNode

  fileprivate init(_ node: ConfigurationNode) { self.node = node }

  /// A required value, or one with a default or an implied value. Throws if it could not be read; that has been noted.
  func callAsFunction<Value>(_ key: Key<Value>) throws(Incomplete) -> Value {
    guard let value = optional(key) else { throw Incomplete() }
    return value
  }

  /// An optional value; nil if it is absent or could not be read.
  func optional<Value>(_ key: Key<Value>) -> Value? { values[key.name] as? Value }

  /// The start of the mapping.
  var position: SourcePosition { node.position }

  /// Whether the mapping has a key, readable or not.
  func has(_ name: String) -> Bool { node[name] != nil }
}

/// A value could not be made because a part of it could not be read, which has been noted.
struct Incomplete: Error {}

extension Rule {
  /// A mapping with known keys.
  ///
  /// - Parameters:
  ///   - rules: the rules between the keys.
  ///   - build: makes the value from the keys' values, and notes contradictions between them.
  static func mapping(
    _ keys: [any AnyKey], rules: [KeyRule] = [], build: @escaping @Sendable (Fields, inout ProblemLog) throws -> Value
  ) -> Rule {
    let mapping = MappingKeys(keys: keys, rules: rules)
    return Rule(mapping.schema) { node, log in
      guard let (fields, canonical) = mapping.read(node, &log), let value = try? build(fields, &log) else { return nil }
      return Reading(value, canonical: canonical)
    }
  }
}

/// The known keys of a mapping. It has no type parameter, so that it is compiled once and not for every mapping.
private struct MappingKeys: Sendable {
  let keys: [any AnyKey]
  let rules: [KeyRule]

  /// The schema of the keys.
  var schema: JSONValue {
    let properties = NamedValues(keys.map { ($0.name, $0.schema) }) { first, _ in first }
    let required = keys.filter { if case .required = $0.presence { true } else { false } }
    var schema: JSONValue = ["type": "object", "additionalProperties": false, "properties": .object(properties)]
    if !required.isEmpty { schema = schema.adding(["required": .array(required.map { .string($0.name) })]) }
    return rules.isEmpty ? schema : schema.adding(["allOf": .array(rules.map(\.schema))])
  }

  /// Reads the keys of a node; nil after noting that it is no mapping.
  func read(_ node: ConfigurationNode, _ log: inout ProblemLog) -> (fields: Fields, canonical: String)? {
    let names = keys.map(\.name)
    guard case .object(let entries) = node.content else {
      return log.rejectType(node, wanted: "a mapping with keys such as \(names.prefix(3).joined(separator: ", "))")
    }
    var fields = Fields(node)
    for entry in entries where !names.contains(entry.key) {
      fields.hasUnknownKeys = true
      let advice = KeyAdvice.text(for: entry.key, among: names)
      log.note(.unknownKey, at: entry.keyPosition, "unknown key \"\(entry.key)\"\(advice)", key: entry.key)
    }
    let members = keys.compactMap { member($0, &fields, &log) }
    for rule in rules { rule.check(fields, &log) }
    return (fields, "{" + members.sorted().joined(separator: ",") + "}")
  }

  /// Reads one key; its member of the digest's text, if it has one.
  private func member(_ key: any AnyKey, _ fields: inout Fields, _ log: inout ProblemLog) -> String? {
    let node: ConfigurationNode
    switch (fields.node[key.name], key.presence) {
    case (let value?, _): node = value
    case (nil, .standard(let value)): node = ConfigurationNode(.init(value), at: fields.position)
    case (nil, .optional): return nil
    case (nil, .implied):
      fields.values[key.name] = key.implied?.value
      return nil
    case (nil, .required):
      log.note(.missingKey, at: fields.position, "missing key \"\(key.name)\"", key: key.name)
      return nil
    }
    guard let reading = log.below(key.name, { log in key.readAny(node, &log) }) else { return nil }
    (fields.values[key.name], fields.canonical[key.name]) = (reading.value, reading.canonical)
    guard key.shapesBundle, reading.canonical != key.implied?.canonical else { return nil }
    return "\(CanonicalJSON.quoted(key.name)):\(reading.canonical)"
  }
}

extension ProblemLog {
  /// Notes a problem with a key of a mapping, at the key; `path` leads there, with keys separated by periods.
  mutating func note(
    _ code: ConfigurationProblem.Code, _ path: String, of fields: Fields, _ reason: @autoclosure () -> String
  ) {
    var (node, position) = (fields.node, fields.position)
    for key in path.split(separator: ".") {
      guard let entry = node.entries.first(where: { $0.key == key }) else { break }
      (node, position) = (entry.value, entry.keyPosition)
    }
    note(code, at: position, reason(), key: path)
  }
}
