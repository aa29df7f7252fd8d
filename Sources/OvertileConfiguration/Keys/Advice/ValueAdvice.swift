import OvertileExpressions

/// The replacement for a value of the wrong form: common mistakes.
enum ValueAdvice {
  /// The replacement for a value that is not a mapping; it follows the message about the expected and found value.
  ///
  /// - Parameters:
  ///   - node: the value.
  ///   - path: the keys that lead to it.
  ///   - names: the keys that the mapping could have.
  static func text(for node: ConfigurationNode, at path: [String], among names: [String]) -> String {
    switch node.content {
    case .bool where path.last == "cluster":
      return "; kind: cluster says that points are clustered: leave this key out"
    case .null: return "; are the lines below it indented?"
    case .string(let text) where names.contains("sum") && isUnknownOperation(text, path.last):
      return "; " + ForeignNames.noOperation
    case .string(let text): return instead(of: text, at: path, among: names).map { "; write \($0)" } ?? ""
    case .list where names.contains("sum"):
      if case .array(let items) = node.syntax.content { return AggregateAdvice.text(for: items) }
      return ""
    case .list where names.contains("path"): return "; write {path: [...]}"
    case .list where names.contains("keep"): return "; write {keep: [...]}"
    default: return ""
    }
  }

  /// How to write a missing key; it follows its name, and is empty if the name is enough.
  static func missing(_ name: String) -> String {
    let forms = [
      "sources": "sources: {NAME: {path: FILE}}", "output": "output: {path: FOLDER}",
      "layers": "layers: {NAME: {source: NAME, kind: cluster, zooms: 0-14}}", "kind": "kind: cluster, circle or shape",
      "zooms": "zooms: 0-14, or 0-auto", "source": "source: NAME, one of those under sources",
    ]
    return forms[name].map { "; write \($0)" } ?? ""
  }

  /// Whether an aggregate's text, or its name, is an unknown operation.
  private static func isUnknownOperation(_ text: String, _ name: String?) -> Bool {
    [text, name ?? ""].contains { ForeignNames.unknownOperations.contains($0.lowercased()) }
  }

  private static func instead(of text: String, at path: [String], among names: [String]) -> String? {
    if path.last == "output" { return "output: {path: \(text)}; a bundle is a folder of that name" }
    if names.contains("path") { return "{path: \(text)}" }
    if names.contains("sum") {
      let isOperation = path.last.map(AggregateOperation.names.contains) ?? false
      if !isOperation, AggregateOperation.names.contains(text), let name = path.last {
        let isPlain = name.allSatisfy { $0.isLetter || $0.isNumber || $0 == "_" }
        return "{\(text): \(isPlain ? name : CanonicalJSON.quoted(name))}"
      }
      return isOperation ? "{NAME: {\(path.last ?? ""): \(text)}}, with a name for the result" : "{sum: \(text)}"
    }
    if names.contains("fall") { return "{fall: \(text), rise: \(text)}" }
    if names.contains("layer"), names.contains("bounds") { return "{layer: \(text)}" }
    if names.contains("move") { return "{move: \(text)}" }
    return names.count == 1 ? "{\(names[0]): \(text)}" : nil
  }

  /// How to write a text with a filter's meaning: `visits > 3`; for a property alone, the property.
  static func filter(_ text: String) -> String {
    let words = text.split(separator: " ", maxSplits: 2).map(String.init)
    let operators = ["=": "==", "==": "==", "!=": "!=", "<>": "!=", ">": ">", ">=": ">=", "<": "<", "<=": "<="]
    guard words.count == 3, let name = operators[words[1]] else { return "; a property is [\"get\", \"\(text)\"]" }
    let bare = words[2].trimming("'\"")
    let isNumber = Double(bare) != nil || ["true", "false"].contains(bare)
    return "; write [\"\(name)\", [\"get\", \"\(words[0])\"], \(isNumber ? bare : "\"\(bare)\"")]"
  }

  /// How to write a command in one text as a list: its words, or a shell's if only a shell knows them.
  @Sendable static func command(_ text: String) -> String {
    let needsShell = text.contains { "|&;<>$`\"'\\*?~(){}[]\n".contains($0) }
    guard needsShell else {
      return
        "; write [\(text.split(separator: " ").joined(separator: ", "))]: a program and its arguments, without a shell"
    }
    let quoted = CanonicalJSON.quoted(text)
    return "; no shell reads it: write a program and its arguments, or ask for a shell by its name: "
      + "[bash, -o, pipefail, -c, \(quoted)]"
  }

  /// The range that a text of two zooms means: "0..3", "0 - 3", "14-0"; nil for another text.
  static func zooms(_ text: String) -> String? {
    let numbers = text.split { !$0.isASCII || !$0.isNumber }.map(String.init)
    let others = text.filter { !($0.isASCII && $0.isNumber) }
    let separators = ["..", "...", "-", "–", "—", ":", ",", ";", "to", "/", "--"]
    guard numbers.count == 2, let first = Int(numbers[0]), let last = Int(numbers[1]), min(first, last) <= 24,
      separators.contains(others.filter { $0 != " " && $0 != "[" && $0 != "]" && $0 != "z" })
    else { return nil }
    return "\(min(first, last))-\(min(max(first, last), 24))"
  }

  /// The factor from an unknown unit to one of ours: 100 cm are 1 m.
  static func conversion(_ word: String) -> (perUnit: Double, unit: QuantityUnit)? {
    let names: [String: (Double, QuantityUnit)] = [
      "cm": (100, .meters), "centimeter": (100, .meters), "centimeters": (100, .meters), "centimetres": (100, .meters),
      "dm": (10, .meters), "mm": (1000, .meters), "in": (12, .feet), "inch": (12, .feet), "inches": (12, .feet),
      "yd": (1.0 / 3, .feet), "yard": (1.0 / 3, .feet), "yards": (1.0 / 3, .feet),
    ]
    return names[word.lowercased()]
  }

  /// The unit that a word means, among those that are allowed; nil if there is none.
  static func unit(_ word: String, among units: [QuantityUnit]) -> QuantityUnit? {
    let names: [String: QuantityUnit] = [
      "pixel": .pixels, "pixels": .pixels, "pt": .pixels, "meter": .meters, "meters": .meters, "metre": .meters,
      "metres": .meters, "kilometer": .kilometers, "kilometers": .kilometers, "kilometre": .kilometers,
      "kilometres": .kilometers, "mile": .miles, "miles": .miles, "foot": .feet, "feet": .feet, "nm": .nauticalMiles,
      "sec": .seconds, "second": .seconds, "seconds": .seconds, "millisecond": .milliseconds,
      "milliseconds": .milliseconds, "msec": .milliseconds, "percent": .percent, "pct": .percent, "degree": .degrees,
      "degrees": .degrees, "°": .degrees,
    ]
    let word = word.lowercased()
    let unit = QuantityUnit(rawValue: word) ?? names[word]
    return unit.flatMap { units.contains($0) ? $0 : nil }
  }
}

extension String {
  /// The text without some characters at its ends.
  fileprivate func trimming(_ characters: String) -> String {
    let isOther = { (character: Character) in !characters.contains(character) }
    guard let first = firstIndex(where: isOther), let last = lastIndex(where: isOther) else { return "" }
    return String(self[first...last])
  }
}
