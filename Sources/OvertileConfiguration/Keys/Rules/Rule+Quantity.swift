import OvertileExpressions

/// The range of a quantity, in the units as written.
struct QuantityRange: Sendable {
  /// Whether zero is allowed.
  let includesZero: Bool
  /// The largest value in base units.
  let maximum: Double

  static func above0(through maximum: Double) -> QuantityRange { .init(includesZero: false, maximum: maximum) }
  static func from0(through maximum: Double) -> QuantityRange { .init(includesZero: true, maximum: maximum) }
}

extension Rule<Quantity> {
  /// A number with one of some units: `40px`, `1.5 km`. Never negative.
  ///
  /// - Parameters:
  ///   - units: the allowed ones; the first is the example in messages.
  ///   - range: the allowed values in base units.
  static func quantity(_ units: [QuantityUnit], _ range: QuantityRange) -> Rule {
    let names = units.map { $0.rawValue }.joined(separator: "|")
    let nonZero = range.includesZero ? "" : "(?=[0-9.]*[1-9])"
    let pattern = "^\(nonZero)[0-9]+([.][0-9]+)?([eE][-+]?[0-9]+)? ?(\(names))$"
    return Rule(["type": "string", "pattern": .string(pattern)]) { node, log in
      guard case .string(let text) = node.content else {
        return rejectNotQuantity(node, units, &log)
      }
      guard let (number, unitName) = split(text) else {
        return log.reject(
          .badValue, node,
          "expected a number with a unit, such as 40\(units[0].rawValue), found \"\(text)\"")
      }
      guard let unit = units.first(where: { $0.rawValue == unitName }) else {
        return rejectUnit(number, unitName, units, node, &log)
      }
      let quantity = Quantity(number, unit)
      guard number.sign == .plus, number > 0 || range.includesZero, quantity.inBaseUnits <= range.maximum else {
        let least = range.includesZero ? "from 0 to" : "above 0 and at most"
        let most = JSONNumber.text(range.maximum / unit.baseUnits)
        return log.reject(.outOfRange, node, "\(text) is out of range: it must be \(least) \(most)\(unit.rawValue)")
      }
      return Reading(quantity, canonical: "\"\(quantity.inBaseUnits) \(unit.dimension.rawValue)\"")
    }
  }

  private static func rejectNotQuantity(
    _ node: ConfigurationNode, _ units: [QuantityUnit], _ log: inout ProblemLog
  ) -> Reading<Quantity>? {
    guard let number = node.plainNumber else {
      return log.rejectType(node, wanted: "a number with a unit, such as 40\(units[0].rawValue)")
    }
    let text = JSONNumber.text(number)
    if units[0] == .percent, number > 0, number < 1 {
      let share = JSONNumber.text((number * 1e10).rounded() / 1e8)
      return log.reject(.missingUnit, node, "missing unit; write \(share)% for a fraction of \(text), or \(text)%")
    }
    let choices = units.prefix(3).map { text + $0.rawValue }.joined(separator: " or ")
    return log.reject(.missingUnit, node, "missing unit; write \(choices)")
  }

  private static func rejectUnit(
    _ number: Double, _ name: String, _ units: [QuantityUnit], _ node: ConfigurationNode, _ log: inout ProblemLog
  ) -> Reading<Quantity>? {
    let list = units.map { $0.rawValue }.joined(separator: ", ")
    let shown = JSONNumber.text(number)
    if name.isEmpty { return log.reject(.missingUnit, node, "missing unit; write \(shown)\(units[0].rawValue)") }
    if name.first == ",", name.dropFirst().first?.isNumber == true {
      let text = "\(shown).\(name.dropFirst())"
      return log.reject(.badValue, node, "use a point as the decimal separator: \(text)")
    }
    if let unit = ValueAdvice.unit(name, among: units), unit.rawValue != name {
      return log.reject(.wrongUnit, node, "unknown unit \"\(name)\"; write \(shown)\(unit.rawValue)")
    }
    if QuantityUnit(rawValue: name) != nil {
      return log.reject(.wrongUnit, node, "the unit \"\(name)\" is not valid here; valid units: \(list)")
    }
    return log.reject(.wrongUnit, node, "unknown unit \"\(name)\"; valid units: \(list)")
  }

  /// The number at the start of a text and the unit after it, or nil if there is no number.
  private static func split(_ text: String) -> (number: Double, unit: String)? {
    // Digits that a point follows must go on behind it.
    let form = #/(-?[0-9]+(?:\.[0-9]+|(?![0-9.]))(?:[eE][+\-]?[0-9]+)?) ?(.*)/#
      .dotMatchesNewlines().matchingSemantics(.unicodeScalar)
    guard let match = text.wholeMatch(of: form), let number = Double(match.1), number.isFinite else { return nil }
    return (number, String(match.2))
  }
}
