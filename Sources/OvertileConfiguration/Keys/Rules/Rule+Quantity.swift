import OvertileCore
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
    let names = units.flatMap(\.spellings).joined(separator: "|")
    let nonZero = range.includesZero ? "" : "(?=[0-9.]*[1-9])"
    let pattern = "^\(nonZero)[0-9]+([.][0-9]+)?([eE][-+]?[0-9]+)? ?(\(names))$"
    return Rule(["type": "string", "pattern": .string(pattern)]) { node, log in
      guard let (number, unitName) = node.plainNumber.map({ ($0, "") }) ?? node.string.flatMap(split) else {
        let example = "a number with a unit, such as 40\(units[0].rawValue)"
        guard let text = node.string else { return log.rejectType(node, wanted: example) }
        return log.reject(.badValue, node, "expected \(example), found \"\(text)\"")
      }
      guard let unit = units.first(where: { $0.spellings.contains(unitName) }) else {
        let (code, fault) = fault(ofUnit: unitName, after: number, units)
        return log.reject(code, node, fault)
      }
      let quantity = Quantity(number, unit)
      guard number.sign == .plus, number > 0 || range.includesZero, quantity.inBaseUnits <= range.maximum else {
        let least = range.includesZero ? "from 0 to" : "above 0 and at most"
        let most = JSONValue.text((range.maximum / unit.baseUnits * 1000).rounded(.down) / 1000)
        return log.reject(
          .outOfRange, node, "\(node.string ?? "") is out of range: it must be \(least) \(most)\(unit.rawValue)")
      }
      return Reading(quantity, canonical: "\"\(quantity.inBaseUnits) \(unit.dimension.rawValue)\"")
    }
  }

  /// A duration above 0, in seconds: `90s`, `10m`, `10min`, `1.5h`.
  static func duration(throughDays most: Double) -> Rule<Double> {
    quantity([.seconds, .minutes, .hours, .days], .above0(through: most * QuantityUnit.days.baseUnits))
      .map(\.inBaseUnits)
  }

  /// The message about a unit that is missing or none of those allowed.
  private static func fault(
    ofUnit name: String, after number: Double, _ units: [QuantityUnit]
  ) -> (ConfigurationProblem.Code, String) {
    let text = JSONValue.text(number)
    if name.isEmpty {
      // A fraction without a unit is usually a share of one.
      let share = units[0] == .percent && number < 1 ? ["\(JSONValue.text((number * 1e10).rounded() / 1e8))%"] : []
      let written = (share + units.prefix(3).map { text + $0.rawValue }).joined(separator: " or ")
      return (.missingUnit, "missing unit; write \(written)")
    }
    if name.first == ",", name.dropFirst().first?.isNumber == true {
      return (.badValue, "use a point as the decimal separator: \(text).\(name.dropFirst())")
    }
    let list = units.map(\.rawValue).joined(separator: ", ")
    return (.wrongUnit, "the unit \"\(name)\" is not valid here; valid units: \(list)")
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
