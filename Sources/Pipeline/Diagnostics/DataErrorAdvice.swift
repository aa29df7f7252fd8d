import Expressions
import Features

/// What to write where an expression does not fit the features: text that can be pasted, and does what was meant.
struct DataErrorAdvice {
  let cause: DataErrorCause
  /// What was found.
  let values: FoundValues
  /// The types of what features have there.
  let kinds: Set<PropertyKind>

  /// The advice; nil where there is no way, or it would guess.
  var text: String? {
    guard let found = cause.found else { return nil }
    if let comparison = cause.comparison, cause.property == nil || cause.expected == Self.twoAlike {
      return found.contains("null") ? Self.passingOverNull(comparison, of: comparison.operands) : nil
    }
    guard let property = cause.property else { return nil }
    let get = PropertyReading.get(property)
    if let lookup = cause.lookup {
      return "\(lookup) reads the property that the value of \"\(property)\" names: write \(get) for the value itself"
    }
    switch (cause.expected, found) {
    case (_, "null"): return withoutNull(get, property)
    case ("number", "string"): return numberOfText(get, property)
    case ("number", "boolean"):
      let (yes, no) = cause.role == "circle.radius" ? (100, 50) : (1, 0)
      return "[\"case\",\(get),\(yes),\(no)] gives a number for true and one for false"
    case ("boolean", "string"): return truthOfText(get)
    case ("boolean", "number"): return "\(guarded(get, by: "[\"!=\",\(get),0]")) is true for all but 0\(aside)"
    case ("number", let list) where list.hasPrefix("array"): return "[\"length\",\(get)] is the number of its items"
    case ("string", "number"): return comparisonWithNumbers ?? "[\"to-string\",\(get)] makes it a text"
    case ("string", _): return "[\"to-string\",\(get)] makes it a text"
    default: return nil
    }
  }

  private var hasNumbers: Bool { !kinds.isDisjoint(with: [.int, .uint, .double]) }
  private var hasTexts: Bool { kinds.contains(.string) }

  private static let twoAlike = "two numbers or two strings"

  private var isOfAggregate: Bool { cause.role.hasPrefix("cluster.aggregates.") }

  // MARK: Null

  private func withoutNull(_ get: String, _ property: String) -> String? {
    if let comparison = cause.comparison {
      // What is said of its texts does for null, too.
      if cause.expected == "number", hasTexts, !hasNumbers { return nil }
      let numbers = cause.expected == "string" && hasNumbers ? comparison.text { $0.numberOfText } : nil
      return Self.passingOverNull(comparison, of: [get], as: numbers)
    }
    guard let whole = cause.expression else { return nil }
    switch cause.role {
    case "filter": return "write [\"all\",[\"!=\",\(get),null],\(whole)], which leaves out features without it"
    case let role where role.hasPrefix("properties.compute."):
      return "write [\"case\",[\"==\",\(get),null],null,\(whole)], which leaves the property off where there is none"
    default: return leavingOut("[\"!=\",\(get),null]")
    }
  }

  private static func passingOverNull(
    _ comparison: PropertyComparison, of operands: [String], as right: String? = nil
  ) -> String? {
    guard !operands.isEmpty else { return nil }
    let tests = operands.map { "[\"!=\",\($0),null]," }.joined()
    return
      "write [\"all\",\(tests)\(right ?? comparison.text)] in place of \(comparison.text): it is false where there is no "
      + "value"
  }

  /// How a filter leaves features out.
  private func leavingOut(_ test: String) -> String {
    "\(test) as the layer's `filter`, or within [\"all\", ...] with the one that it has, leaves such features out"
  }

  // MARK: Texts

  /// The comparison with numbers, where features have nothing else; nil where there is none.
  private var comparisonWithNumbers: String? {
    guard let comparison = cause.comparison else { return nil }
    if let text = comparison.text(replacing: \.numberOfText) { return "write the number without quotes: \(text)" }
    guard !hasTexts, let number = values.number, let text = comparison.text(replacing: { _ in number }) else {
      return nil
    }
    return "a number such as \(number.jsonText) is compared with a number, as in \(text)"
  }

  private func numberOfText(_ get: String, _ property: String) -> String {
    guard !values.areNumbers else { return read(get, as: "[\"to-number\",\(get)]", "texts as numbers") }
    if values.areGroupedNumbers {
      let plain = "[\"join\",[\"split\",[\"to-string\",\(get)],\",\"],\"\"]"
      return read(get, as: "[\"to-number\",\(plain)]", "texts as numbers without their commas")
    }
    if values.areNumbersWithExceptions { return numberWithExceptions(get) }
    let example = values.others.first.map { CanonicalJSON.quoted($0) } ?? "what is found"
    let isNumber = "[\"==\",[\"typeof\",\(get)],\"number\"]"
    if isOfAggregate {
      if hasNumbers {
        return
          "[\"case\",\(isNumber),\(cause.expression ?? get),null] passes over what is no number, such as \(example)"
      }
      let name = CanonicalJSON.quoted(property)
      return "\(example) is no number; texts are taken by {count: \(name)}, {distinct: \(name)} or {first: \(name)}"
    }
    if let comparison = cause.comparison {
      return hasNumbers
        ? "write [\"all\",\(isNumber),\(comparison.text)] in place of \(comparison.text): it is false for what is no "
          + "number, such as \(example)"
        : "\(example) is no number; a text is compared with a text"
          + (comparison.text { _ in values.others.first.map { .string($0) } }.map { ", as in \($0)" } ?? "")
    }
    if hasNumbers { return "\(example) is no number; " + leavingOut(isNumber) }
    let isComputed = cause.role == "filter" || cause.role.hasPrefix("properties.compute.")
    return "\(example) is no number"
      + (isComputed
        ? ""
        : "; [\"match\",\(get),\(example),2,1] gives a number for a text, and one for all others")
  }

  /// A reading of texts as numbers, in the comparison or the aggregate that asks for it.
  private func read(_ get: String, as number: String, _ what: String) -> String {
    guard let text = cause.comparison?.text, !isOfAggregate else {
      return "\(guarded(get, by: number)) reads \(what)\(aside)"
    }
    return
      "write [\"all\",[\"!=\",[\"to-string\",\(get)],\"\"],\(text.replacing(get, with: number))] in place of \(text): "
      + "it reads \(what), and is false for null and \"\""
  }

  /// A reading of texts most of which are numbers.
  private func numberWithExceptions(_ get: String) -> String {
    let list = values.others.map { CanonicalJSON.quoted($0) }.joined(separator: ",")
    let isNone = "[\"in\",[\"to-string\",\(get)],[\"literal\",[\"\",\(list)]]]"
    let number = "[\"to-number\",\(get)]"
    if isOfAggregate {
      let whole = cause.expression?.replacing(get, with: number) ?? number
      return "[\"case\",\(isNone),null,\(whole)] reads texts as numbers and passes over null, \"\", \(list)"
    }
    if let comparison = cause.comparison {
      let compared = comparison.text.replacing(get, with: number)
      return
        "write [\"all\",[\"!\",\(isNone)],\(compared)] in place of \(comparison.text): it reads texts as numbers, and "
        + "is false for null, \"\", \(list)"
    }
    return "\(number) reads texts as numbers, but \(list); " + leavingOut("[\"!\",\(isNone)]")
  }

  /// Which text means yes; a comparison with one that is there, where none is known to.
  private func truthOfText(_ get: String) -> String {
    let met = values.others
    let isUsual = met.isEmpty || met.contains { ["true", "false"].contains($0) }
    let yes = met.first { ["yes", "y", "on", "t", "True", "TRUE"].contains($0) }
    let text = CanonicalJSON.quoted(met.isEmpty && values.hasNumbers ? "1" : isUsual ? "true" : yes ?? met[0])
    return "\(guarded(get, by: "[\"==\",\(get),\(text)]")) compares the text\(aside)"
  }

  /// A reading of a property with what becomes of null and of an empty text; of an aggregate, its whole expression.
  private func guarded(_ get: String, by reading: String) -> String {
    let isEmpty = "[\"==\",[\"to-string\",\(get)],\"\"]"
    guard isOfAggregate else { return "[\"case\",\(isEmpty),[\"error\",\"it is empty\"],\(reading)]" }
    return "[\"case\",\(isEmpty),null,\(cause.expression?.replacing(get, with: reading) ?? reading)]"
  }

  private var aside: String {
    isOfAggregate
      ? " and passes over null and \"\""
      : " and refuses null and \"\": to take them, write a value in place of [\"error\",\"it is empty\"]"
  }
}
