import OvertileExpressions
import OvertileFeatures

/// The replacement for an expression that does not fit the features: text that can be pasted, and does what was meant.
struct DataErrorAdvice {
  let cause: DataErrorCause
  /// The values that were found.
  let values: FoundValues
  /// The types of the features' values.
  let kinds: Set<PropertyKind>

  /// The advice; nil where there is none, or it would be a guess.
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
    case ("number", _): return numberOfOthers(get, property, found)
    case ("boolean", _) where hasSeveralForms:
      return "\(forms): what each means is not known; write one form in the data"
    case ("boolean", "string"): return truthOfText(get)
    case ("boolean", "number"): return "\(guarded(get, by: "[\"!=\",\(get),0]")) is true for all but 0\(caveat)"
    case ("string", "number"): return comparisonWithNumbers ?? "[\"to-string\",\(get)] makes it a text"
    case ("string", _): return "[\"to-string\",\(get)] makes it a text"
    default: return nil
    }
  }

  /// Whether features have numbers.
  var hasNumbers: Bool { !kinds.isDisjoint(with: [.int, .uint, .double]) }
  /// Whether features have texts.
  var hasTexts: Bool { kinds.contains(.string) }

  private static let twoAlike = "two numbers or two strings"

  /// Whether the expression is an aggregate's, which skips null.
  var isOfAggregate: Bool { cause.role.hasPrefix("cluster.aggregates.") }

  /// A number for a boolean or a list, where features have nothing else, or an expression that skips it.
  private func numberOfOthers(_ get: String, _ property: String, _ found: String) -> String? {
    if hasNumbers { return passingOverOthers(get, such: found == "boolean" ? "true" : "a list") }
    if kinds == [.bool] {
      let (yes, no) = cause.role == "circle.radius" ? (100, 50) : (1, 0)
      return "[\"case\",\(get),\(yes),\(no)] gives a number for true and one for false"
    }
    return kinds == [.json] && isOfAggregate && found.hasPrefix("array")
      ? "[\"length\",\(get)] is the number of its items" : nil
  }

  // MARK: Null

  private func withoutNull(_ get: String, _ property: String) -> String? {
    if let comparison = cause.comparison {
      // The advice on texts covers null, too.
      if cause.expected == "number", hasTexts, !hasNumbers { return nil }
      let numbers = cause.expected == "string" && hasNumbers ? comparison.text { $0.numberOfText } : nil
      return Self.passingOverNull(comparison, of: [get], as: numbers)
    }
    guard let whole = cause.expression else { return nil }
    switch cause.role {
    // The advice on other values covers null, too.
    case _ where cause.isOfFilter && cause.expected == "boolean" && !kinds.isSubset(of: [.bool]): return nil
    case _ where cause.isOfFilter && whole.contains("[\"has\",\(get)]"):
      return "write \(whole.replacing("[\"has\",\(get)]", with: "[\"has\",\(CanonicalJSON.quoted(property))]"))"
    case _ where cause.isOfFilter:
      return "write [\"all\",[\"!=\",\(get),null],\(whole)], which leaves out features without it"
    case let role where role.hasPrefix("properties.compute."):
      return "write [\"case\",[\"==\",\(get),null],null,\(whole)], which leaves the property out where there is none"
    default: return leavingOut("[\"!=\",\(get),null]")
    }
  }

  private static func passingOverNull(
    _ comparison: PropertyComparison, of operands: [String], as right: String? = nil
  ) -> String? {
    guard !operands.isEmpty else { return nil }
    let tests = operands.map { "[\"!=\",\($0),null]" }.joined(separator: ",")
    return written(comparison, as: right ?? comparison.text, where: tests) + ": it is false where there is no value"
  }

  /// The replacement for a comparison, or for its negation: a comparison that holds where a test does.
  static func written(_ comparison: PropertyComparison, as other: String, where tests: String) -> String {
    "write [\"all\",\(tests),\(comparison.clauseText(with: other))] in place of \(comparison.clauseText)"
  }

  /// How a filter excludes features.
  func leavingOut(_ test: String) -> String {
    "\(test) as the \(cause.isOfCamera ? "camera" : "layer")'s `filter`, or within [\"all\", ...] with its present filter, leaves such features out"
  }
}
