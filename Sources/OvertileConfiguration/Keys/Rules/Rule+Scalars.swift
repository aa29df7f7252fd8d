import OvertileCore
import OvertileExpressions

extension ProblemLog {
  /// Notes that a node has the wrong type, with a hint if the mistake is a common one.
  mutating func noteType(_ node: ConfigurationNode, wanted: String, hint: String = "") {
    if case .unreadable = node.content { return }
    note(.wrongType, at: node.position, "expected \(wanted), found \(node.summary)\(hint)")
  }
}

extension Rule<String> {
  /// A string that is not empty.
  static let string = Rule(["type": "string", "minLength": 1]) { node, log in
    switch node.content {
    case .string(let string) where !string.isEmpty:
      return Reading(string, canonical: CanonicalJSON.quoted(string))
    case .string:
      log.note(.badValue, at: node.position, "must not be empty")
    case .int(let int):
      log.noteType(node, wanted: "a string", hint: "; put it in quotes: \"\(int)\"")
    case .double(let double):
      log.noteType(node, wanted: "a string", hint: "; put it in quotes: \"\(double)\"")
    case .bool(let bool):
      log.noteType(node, wanted: "a string", hint: "; put it in quotes: \"\(bool)\"")
    case .null, .list, .mapping, .unreadable:
      log.noteType(node, wanted: "a string")
    }
    return nil
  }

  /// A path. A tilde at its beginning is not the home folder, as only a shell expands it.
  static let path = Rule(Rule.string.schema) { node, log in
    guard let reading = Rule.string.read(node, &log) else { return nil }
    guard reading.value != "~", !reading.value.hasPrefix("~/") else {
      log.note(
        .badValue, at: node.position,
        "\"~\" is not expanded here, only in a shell; write the full path or ${HOME}, or \"./~\" for a folder named "
          + "\"~\"")
      return nil
    }
    return reading
  }

  /// One of some words.
  ///
  /// - Parameters:
  ///   - others: other accepted spellings, each with its word; they are not documented.
  ///   - advice: the message about another word; by default the nearest one.
  static func word(
    _ words: [String], also others: [String: String] = [:],
    advice: @escaping @Sendable (String) -> String? = { _ in nil }
  ) -> Rule {
    Rule(["enum": .array(words.map(JSONValue.string))]) { node, log in
      let list = words.map { "\"\($0)\"" }.joined(separator: ", ")
      guard case .string(let written) = node.content else {
        log.noteType(node, wanted: "one of \(list)")
        return nil
      }
      let string = others[written] ?? written
      guard words.contains(string) else {
        log.note(
          .badValue, at: node.position,
          "\"\(string)\" is not one of \(list)"
            + (advice(string).map { "; " + $0 } ?? NearestName.suggestion(for: string, among: words)))
        return nil
      }
      return Reading(string, canonical: CanonicalJSON.quoted(string))
    }
  }

  /// A version number as semantic versioning 2.0 writes it.
  static let semanticVersion = Rule([
    "type": "string",
    "pattern": .string(#"^(0|[1-9][0-9]*)(\.(0|[1-9][0-9]*)){2}(-[0-9A-Za-z.-]+)?(\+[0-9A-Za-z.-]+)?$"#),
  ]) { node, log in
    guard let reading = Rule.string.read(node, &log) else { return nil }
    let form = /(0|[1-9][0-9]*)(\.(0|[1-9][0-9]*)){2}(-[0-9A-Za-z.\-]+)?(\+[0-9A-Za-z.\-]+)?/
    guard reading.value.wholeMatch(of: form) != nil else {
      log.note(
        .badValue, at: node.position,
        "expected a semantic version, such as \"1.4.0\", found \"\(reading.value)\"")
      return nil
    }
    return reading
  }
}

extension Rule where Value: RawRepresentable & CaseIterable, Value.RawValue == String {
  /// One case of an enumeration, by its raw value.
  static var choice: Rule { choice() }

  /// One of some cases; `advice` is the message about another word, by default the nearest case.
  static func choice(
    among cases: [Value] = Array(Value.allCases), advice: @escaping @Sendable (String) -> String? = { _ in nil }
  ) -> Rule {
    let words = Rule<String>.word(cases.map(\.rawValue), advice: advice)
    return Rule(words.schema) { node, log in
      guard let reading = words.read(node, &log), let value = Value(rawValue: reading.value) else { return nil }
      return Reading(value, canonical: reading.canonical)
    }
  }
}

extension Rule<Bool> {
  /// True or false.
  static let boolean = Rule(["type": "boolean"]) { node, log in
    guard case .bool(let bool) = node.content else {
      var hint = ""
      if case .string(let word) = node.content, ["yes", "no", "on", "off", "y", "n"].contains(word.lowercased()) {
        hint = "; YAML 1.2 accepts only true and false as booleans"
      }
      log.noteType(node, wanted: "true or false", hint: hint)
      return nil
    }
    return Reading(bool, canonical: String(bool))
  }
}

extension Rule<Int> {
  /// A whole number in a range.
  static func integer(_ range: ClosedRange<Int>) -> Rule {
    Rule(["type": "integer", "minimum": .int(Int64(range.lowerBound)), "maximum": .int(Int64(range.upperBound))]) {
      node, log in
      guard case .int(let int) = node.content else {
        log.noteType(node, wanted: "a whole number")
        return nil
      }
      guard let value = Int(exactly: int), range.contains(value) else {
        log.note(
          .outOfRange, at: node.position,
          "\(int) is out of range: it must be from \(range.lowerBound) to \(range.upperBound)")
        return nil
      }
      return Reading(value, canonical: String(value))
    }
  }

  /// One of some whole numbers.
  static func integer(among values: [Int]) -> Rule {
    Rule(["enum": .array(values.map { .int(Int64($0)) })]) { node, log in
      guard case .int(let int) = node.content else {
        log.noteType(node, wanted: "a whole number")
        return nil
      }
      guard let value = Int(exactly: int), values.contains(value) else {
        let list = values.map(String.init).joined(separator: ", ")
        log.note(.outOfRange, at: node.position, "\(int) is not one of \(list)")
        return nil
      }
      return Reading(value, canonical: String(value))
    }
  }
}

extension Rule<Double> {
  /// A number without unit in a range.
  static func number(_ range: ClosedRange<Double>) -> Rule {
    Rule(["type": "number", "minimum": .double(range.lowerBound), "maximum": .double(range.upperBound)]) { node, log in
      let value: Double
      switch node.content {
      case .int(let int): value = Double(int)
      case .double(let double): value = double
      default:
        log.noteType(node, wanted: "a number")
        return nil
      }
      guard range.contains(value) else {
        log.note(
          .outOfRange, at: node.position,
          "\(value) is out of range: it must be from \(range.lowerBound) to \(range.upperBound)")
        return nil
      }
      return Reading(value, canonical: "\(value)")
    }
  }
}
