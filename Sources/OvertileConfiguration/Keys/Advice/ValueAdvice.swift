import OvertileExpressions

/// The replacement for a value of the wrong form: common mistakes.
enum ValueAdvice {
  /// How to write a missing key; it follows its name, and is empty if the name is enough.
  static func missing(_ name: String) -> String {
    let forms = [
      "sources": "sources: {NAME: {path: FILE}}", "output": "output: {path: FOLDER}",
      "layers": "layers: {NAME: {source: NAME, kind: cluster, zooms: 0-14}}", "kind": "kind: cluster, circle or shape",
      "zooms": "zooms: 0-14, or 0-auto",
    ]
    return forms[name].map { "; write \($0)" } ?? ""
  }

  /// The replacement for a value that is not a mapping; it follows the message about the expected and found value.
  static func text(for node: ConfigurationNode, among names: [String]) -> String {
    switch node.content {
    case .null: "; check that the lines below this key are indented"
    case .string(let text) where names.contains("path"): "; write {path: \(text)}"
    case .string(let text) where names.contains("sum"): "; write {sum: \(text)}"
    case .string(let text) where names.count == 1: "; write {\(names[0]): \(text)}"
    default: ""
    }
  }

  /// How to write a command in one text as a list.
  @Sendable static func command(_ text: String) -> String {
    guard text.contains(where: { "|&;<>$`\"'\\*?~(){}[]\n".contains($0) }) else {
      return "; write a list of the program and its arguments: [\(text.split(separator: " ").joined(separator: ", "))]"
    }
    return
      "; commands do not run in a shell, so write a list of the program and its arguments, or [bash, -o, pipefail, "
      + "-c, \(CanonicalJSON.quoted(text))]"
  }

  /// The unit that a word means, among those that are allowed; nil if there is none.
  static func unit(_ word: String, among units: [QuantityUnit]) -> QuantityUnit? {
    let names: [String: QuantityUnit] = [
      "pixel": .pixels, "pt": .pixels, "meter": .meters, "metre": .meters, "kilometer": .kilometers,
      "kilometre": .kilometers, "mile": .miles, "foot": .feet, "feet": .feet, "sec": .seconds, "second": .seconds,
      "percent": .percent, "degree": .degrees, "°": .degrees,
    ]
    let word = word.lowercased()
    let unit = QuantityUnit(rawValue: word) ?? names[word] ?? names[word.hasSuffix("s") ? String(word.dropLast()) : ""]
    return unit.flatMap { units.contains($0) ? $0 : nil }
  }
}
