import OvertileCore
import OvertileExpressions

extension Rule<String> {
  /// A string that is not empty.
  static let string = Rule(["type": "string", "minLength": 1]) { node, log in
    guard let string = node.string else {
      switch node.content {
      case .int, .double, .bool:
        return log.rejectType(node, wanted: "a string", hint: "; put it in quotes: \"\(CanonicalJSON.text(of: node))\"")
      default: return log.rejectType(node, wanted: "a string")
      }
    }
    guard !string.isEmpty else { return log.reject(.badValue, node, "must not be empty") }
    return Reading(string, canonical: CanonicalJSON.quoted(string))
  }

  /// A path. A tilde at its beginning is not the home folder, as only a shell expands it.
  static let path = Rule(Rule.string.schema) { node, log in
    guard let reading = Rule.string.read(node, &log) else { return nil }
    guard reading.value != "~", !reading.value.hasPrefix("~/") else {
      return log.reject(
        .badValue, node,
        "\"~\" is not expanded here, only in a shell; write the full path or ${HOME}, or \"./~\" for a folder named "
          + "\"~\"")
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
      guard case .string(let written) = node.content else { return log.rejectType(node, wanted: "one of \(list)") }
      let string = others[written] ?? written
      guard words.contains(string) else {
        return log.reject(
          .badValue, node,
          "\"\(string)\" is not one of \(list)"
            + (advice(string).map { "; " + $0 } ?? NearestName.suggestion(for: string, among: words)))
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
      return log.reject(.badValue, node, "expected a semantic version, such as \"1.4.0\", found \"\(reading.value)\"")
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
      return log.rejectType(node, wanted: "true or false", hint: hint)
    }
    return Reading(bool, canonical: String(bool))
  }
}

extension Rule<Int> {
  /// A whole number in a range.
  static func integer(_ range: ClosedRange<Int>) -> Rule {
    let (least, most) = (range.lowerBound, range.upperBound)
    return integer(
      ["type": "integer", "minimum": .int(Int64(least)), "maximum": .int(Int64(most))],
      otherwise: "out of range: it must be from \(least) to \(most)", where: range.contains)
  }

  /// One of some whole numbers.
  static func integer(among values: [Int]) -> Rule {
    integer(
      ["enum": .array(values.map { .int(Int64($0)) })],
      otherwise: "not one of \(values.map(String.init).joined(separator: ", "))", where: values.contains)
  }

  private static func integer(
    _ schema: JSONValue, otherwise fault: String, where isAllowed: @escaping @Sendable (Int) -> Bool
  ) -> Rule {
    Rule(schema) { node, log in
      guard case .int(let int) = node.content else { return log.rejectType(node, wanted: "a whole number") }
      guard let value = Int(exactly: int), isAllowed(value) else {
        return log.reject(.outOfRange, node, "\(int) is \(fault)")
      }
      return Reading(value, canonical: String(value))
    }
  }
}

extension Rule<Double> {
  /// A number without unit in a range.
  static func number(_ range: ClosedRange<Double>) -> Rule {
    Rule(["type": "number", "minimum": .double(range.lowerBound), "maximum": .double(range.upperBound)]) { node, log in
      guard let value = node.plainNumber else { return log.rejectType(node, wanted: "a number") }
      guard range.contains(value) else {
        return log.reject(
          .outOfRange, node, "\(value) is out of range: it must be from \(range.lowerBound) to \(range.upperBound)")
      }
      return Reading(value, canonical: "\(value)")
    }
  }
}
