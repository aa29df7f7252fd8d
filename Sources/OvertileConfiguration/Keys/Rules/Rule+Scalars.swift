import OvertileCore
import OvertileExpressions

extension Rule<String> {
  /// A string that is not empty.
  static let string = Rule(["type": "string", "minLength": 1]) { node, log in
    guard let string = node.string else {
      let isScalar = node.plainNumber != nil || [.bool(true), .bool(false)].contains(node.content)
      let hint = isScalar ? "; put it in quotes: \"\(CanonicalJSON.text(of: node))\"" : ""
      return log.rejectType(node, wanted: "a string", hint: hint)
    }
    guard !string.isEmpty else { return log.reject(.badValue, node, "must not be empty") }
    return Reading(string, canonical: CanonicalJSON.quoted(string))
  }

  /// A path. A tilde at its beginning is not the home folder, as only a shell expands it.
  static let path = Rule.string.refined { path, node, log -> String? in
    guard path != "~", !path.hasPrefix("~/") else {
      return log.reject(.badValue, node, "\"~\" is not expanded here, only in a shell; write ${HOME} or the full path")
    }
    return path
  }

  /// One of some words.
  static func word(_ words: [String]) -> Rule {
    Rule(["enum": .array(words.map(JSONValue.string))]) { node, log in
      let list = words.map { "\"\($0)\"" }.joined(separator: ", ")
      guard case .string(let string) = node.content else { return log.rejectType(node, wanted: "one of \(list)") }
      guard words.contains(string) else {
        let near = NearestName.suggestion(for: string, among: words)
        return log.reject(.badValue, node, "\"\(string)\" is not one of \(list)\(near)")
      }
      return Reading(string, canonical: CanonicalJSON.quoted(string))
    }
  }

  /// A string of a form: a regular expression that JSON Schema and Swift read alike, and an example for messages.
  static func text(_ form: String, like example: String) -> Rule {
    Rule(["type": "string", "pattern": .string("^\(form)$")]) { node, log in
      guard case .string(let text) = node.content else { return log.rejectType(node, wanted: example) }
      let regex = try? Regex(form).matchingSemantics(.unicodeScalar)
      guard let regex, text.wholeMatch(of: regex) != nil else {
        return log.reject(.badValue, node, "expected \(example), found \"\(text)\"")
      }
      return Reading(text, canonical: CanonicalJSON.quoted(text))
    }
  }
}

extension Rule where Value: RawRepresentable & CaseIterable, Value.RawValue == String {
  /// One case of an enumeration, by its raw value.
  static var choice: Rule { choice(among: Array(Value.allCases)) }

  /// One of some cases.
  static func choice(among cases: [Value]) -> Rule {
    Rule<String>.word(cases.map(\.rawValue)).refined { word, _, _ in Value(rawValue: word) }
  }
}

extension Rule<Bool> {
  /// True or false.
  static let boolean = Rule(["type": "boolean"]) { node, log in
    guard case .bool(let bool) = node.content else { return log.rejectType(node, wanted: "true or false") }
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
