import OvertileCore
import OvertileExpressions

/// A rule between the keys of one mapping: for the decoder and for the JSON Schema at once.
struct KeyRule: Sendable {
  /// The JSON Schema of the mappings that follow the rule.
  let schema: JSONValue
  /// Notes that a mapping breaks the rule.
  let check: @Sendable (Fields, inout ProblemLog) -> Void

  /// Exactly one of some keys is there.
  static func exactlyOne(of names: [String]) -> KeyRule {
    KeyRule(schema: ["oneOf": .array(names.map(has))]) { fields, log in
      let count = names.count(where: fields.has)
      // An unknown key, probably one of them misspelled, has been noted.
      guard count > 1 || (count == 0 && !fields.hasUnknownKeys) else { return }
      log.note(
        count == 0 ? .missingKey : .conflict, at: fields.position,
        "must have exactly one of the keys \(names.joined(separator: ", "))")
    }
  }

  /// At least one key is there.
  static func atLeastOne(of names: [String]) -> KeyRule {
    KeyRule(schema: ["minProperties": 1]) { fields, log in
      guard fields.node.entries.isEmpty else { return }
      log.note(.empty, at: fields.position, "must have at least one of the keys \(names.joined(separator: ", "))")
    }
  }

  /// A key is there only beside one of some others.
  static func only(_ name: String, with others: [String]) -> KeyRule {
    only(name, with: others.joined(separator: " or "), if: ["anyOf": .array(others.map(has))]) { fields in
      others.contains(where: fields.has)
    }
  }

  /// A key is there only if another one has one of some words.
  static func only(_ name: String, with other: String, _ words: [String]) -> KeyRule {
    let condition: JSONValue = [
      "properties": [other: ["enum": .array(words.map(JSONValue.string))]], "required": [.string(other)],
    ]
    return only(name, with: "\(other): \(words.joined(separator: " or "))", if: condition) { fields in
      // What cannot be read has been noted.
      fields.canonical[other].map(words.map(CanonicalJSON.quoted).contains) ?? true
    }
  }

  private static func only(
    _ name: String, with allowed: String, if condition: JSONValue, _ isAllowed: @escaping @Sendable (Fields) -> Bool
  ) -> KeyRule {
    KeyRule(schema: ["if": condition, "else": ["properties": [name: false]]]) { fields, log in
      guard fields.has(name), !isAllowed(fields) else { return }
      log.note(.conflict, name, of: fields, "\"\(name)\" is only valid with \(allowed)")
    }
  }

  private static func has(_ name: String) -> JSONValue { ["required": [.string(name)]] }
}
