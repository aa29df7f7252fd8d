import OvertileCore
import OvertileExpressions

/// The values of a mapping's keys.
struct Fields {
  fileprivate var values: [String: any Sendable] = [:]
  /// The mapping, with keys that could not be read.
  let node: ConfigurationNode

  fileprivate init(_ node: ConfigurationNode) { self.node = node }

  /// A required value, or one with a default or an implied value. Throws if it could not be read; that has been noted.
  func callAsFunction<Value>(_ key: Key<Value>) throws(Incomplete) -> Value {
    guard let value = optional(key) else { throw Incomplete() }
    return value
  }

  /// The start of the mapping.
  var position: SourcePosition { node.position }

  /// Whether the mapping has a key, readable or not.
  func has(_ name: String) -> Bool { node[name] != nil }

  /// The start of a key, or of the mapping if it lacks the key.
  func keyPosition(_ name: String) -> SourcePosition {
    node.entries.first { $0.key == name }?.keyPosition ?? position
  }

  /// An optional value; nil if it is absent or could not be read.
  func optional<Value>(_ key: Key<Value>) -> Value? {
    values[key.name] as? Value
  }
}

/// A value could not be made because a part of it could not be read, which has been noted.
struct Incomplete: Error {}

extension Rule {
  /// A mapping with known keys.
  ///
  /// - Parameters:
  ///   - schema: the schema's rules beyond the keys.
  ///   - build: makes the value from the keys' values, and notes contradictions between them.
  static func mapping(
    _ keys: [any AnyKey], schema extra: NamedValues<JSONValue> = [:],
    build: @escaping @Sendable (Fields, inout ProblemLog) throws -> Value
  ) -> Rule {
    let mapping = MappingKeys(keys: keys)
    return Rule(mapping.schema.adding(extra)) { node, log in
      guard let (fields, canonical) = mapping.read(node, &log), let value = try? build(fields, &log) else { return nil }
      return Reading(value, canonical: canonical)
    }
  }
}

/// The known keys of a mapping. It has no type parameter, so that it is compiled once and not for every mapping.
private struct MappingKeys: Sendable {
  let keys: [any AnyKey]
  /// What the absence of a key means, if that is the same as a value.
  private let implied: [String: Reading<any Sendable>]

  init(keys: [any AnyKey]) {
    self.keys = keys
    var (implied, log) = ([String: Reading<any Sendable>](), ProblemLog(text: ""))
    for key in keys {
      guard case .implied(let value) = key.presence else { continue }
      implied[key.name] = key.readAny(ConfigurationNode(.init(value), at: .start), &log)
    }
    self.implied = implied
  }

  /// The schema of the keys.
  var schema: JSONValue {
    let properties = NamedValues(keys.map { ($0.name, $0.schema) }) { first, _ in first }
    let schema: JSONValue = ["type": "object", "additionalProperties": false, "properties": .object(properties)]
    let required = keys.filter { if case .required = $0.presence { true } else { false } }
      .map { JSONValue.string($0.name) }
    return required.isEmpty ? schema : schema.adding(["required": .array(required)])
  }

  /// Reads the keys of a node; nil after noting that it is no mapping.
  func read(_ node: ConfigurationNode, _ log: inout ProblemLog) -> (fields: Fields, canonical: String)? {
    guard case .object(let entries) = node.content else {
      let names = keys.prefix(3).map(\.name).joined(separator: ", ")
      return log.rejectType(
        node, wanted: "a mapping with keys such as \(names)",
        hint: ValueAdvice.text(for: node, among: keys.map(\.name)))
    }
    noteUnknown(entries, &log)
    return readFields(node, &log)
  }

  private func noteUnknown(_ entries: [ConfigurationNode.Member], _ log: inout ProblemLog) {
    let names = keys.map(\.name)
    for entry in entries where !names.contains(entry.key) {
      let advice = KeyAdvice.text(for: entry.key, among: names)
      log.note(.unknownKey, at: entry.keyPosition, "unknown key \"\(entry.key)\"\(advice)", key: entry.key)
    }
  }

  private func readFields(
    _ mapping: ConfigurationNode, _ log: inout ProblemLog
  ) -> (Fields, canonical: String) {
    var fields = Fields(mapping)
    let position = mapping.position
    var members: [String] = []
    for key in keys {
      let node: ConfigurationNode
      if let value = mapping[key.name] {
        node = value
      } else {
        switch key.presence {
        case .standard(let value): node = ConfigurationNode(.init(value), at: position)
        case .optional: continue
        case .implied:
          fields.values[key.name] = implied[key.name]?.value
          continue
        case .required:
          log.note(
            .missingKey, at: position, "missing key \"\(key.name)\"\(ValueAdvice.missing(key.name))", key: key.name)
          continue
        }
      }
      guard let reading = log.below(key.name, { log in key.readAny(node, &log) }) else { continue }
      fields.values[key.name] = reading.value
      if key.shapesBundle, reading.canonical != implied[key.name]?.canonical {
        members.append("\(CanonicalJSON.quoted(key.name)):\(reading.canonical)")
      }
    }
    return (fields, "{" + members.sorted().joined(separator: ",") + "}")
  }
}

extension ProblemLog {
  /// Notes a problem with a key of a mapping, at the key.
  mutating func note(
    _ code: ConfigurationProblem.Code, _ key: String, of fields: Fields, _ reason: @autoclosure () -> String
  ) {
    note(code, at: fields.keyPosition(key), reason(), key: key)
  }
}
