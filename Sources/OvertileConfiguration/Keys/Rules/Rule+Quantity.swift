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
        noteNotQuantity(node, units, &log)
        return nil
      }
      guard let (number, unitName) = split(text) else {
        if text.first == "-", let (_, name) = split(String(text.dropFirst())),
          units.contains(where: { $0.rawValue == name })
        {
          log.note(.outOfRange, at: node.position, "\(text) must \(range.includesZero ? "not be below" : "be above") 0")
          return nil
        }
        log.note(
          .badValue, at: node.position,
          "expected a number with a unit, such as 40\(units[0].rawValue), found \"\(text)\"")
        return nil
      }
      guard let unit = units.first(where: { $0.rawValue == unitName }) else {
        noteUnit(number, unitName, units, node, &log)
        return nil
      }
      let quantity = Quantity(number, unit)
      guard quantity.inBaseUnits <= range.maximum, number > 0 || (range.includesZero && number == 0) else {
        let least = range.includesZero ? "from 0 to" : "above 0 and at most"
        let most = JSONNumber.text(range.maximum / unit.baseUnits)
        log.note(.outOfRange, at: node.position, "\(text) is out of range: it must be \(least) \(most)\(unit.rawValue)")
        return nil
      }
      return Reading(quantity, canonical: "\"\(quantity.inBaseUnits) \(unit.dimension.rawValue)\"")
    }
  }

  private static func noteNotQuantity(_ node: ConfigurationNode, _ units: [QuantityUnit], _ log: inout ProblemLog) {
    let number: String
    switch node.content {
    case .int(let int): number = String(int)
    case .double(let double): number = JSONNumber.text(double)
    default: return log.noteType(node, wanted: "a number with a unit, such as 40\(units[0].rawValue)")
    }
    if units[0].rawValue == "%", case .double(let share) = node.content, share > 0, share < 1 {
      return log.note(
        .missingUnit, at: node.position,
        "missing unit; write \(JSONNumber.text((share * 1e10).rounded() / 1e8))% for a fraction of \(number), or "
          + "\(number)%")
    }
    let choices = units.prefix(3).map { number + $0.rawValue }.joined(separator: " or ")
    log.note(.missingUnit, at: node.position, "missing unit; write \(choices)")
  }

  private static func noteUnit(
    _ number: Double, _ name: String, _ units: [QuantityUnit], _ node: ConfigurationNode, _ log: inout ProblemLog
  ) {
    let list = units.map { $0.rawValue }.joined(separator: ", ")
    if name.isEmpty {
      log.note(.missingUnit, at: node.position, "missing unit; write \(JSONNumber.text(number))\(units[0].rawValue)")
    } else if name.first == ",", name.dropFirst().first?.isNumber == true {
      let text = "\(JSONNumber.text(number)).\(name.dropFirst())"
      log.note(.badValue, at: node.position, "use a point as the decimal separator: \(text)")
    } else if let unit = ValueAdvice.unit(name, among: units), unit.rawValue != name {
      log.note(
        .wrongUnit, at: node.position, "unknown unit \"\(name)\"; write \(JSONNumber.text(number))\(unit.rawValue)")
    } else if QuantityUnit(rawValue: name) != nil {
      log.note(.wrongUnit, at: node.position, "the unit \"\(name)\" is not valid here; valid units: \(list)")
    } else {
      log.note(.wrongUnit, at: node.position, "unknown unit \"\(name)\"; valid units: \(list)")
    }
  }

  /// The number at the start of a text and the unit after it, or nil if there is no number.
  private static func split(_ text: String) -> (number: Double, unit: String)? {
    let characters = Array(text.utf8)
    var end = 0
    func digits() -> Bool {
      let start = end
      while end < characters.count, (48...57).contains(characters[end]) { end += 1 }
      return end > start
    }
    guard digits() else { return nil }
    if end < characters.count, characters[end] == UInt8(ascii: ".") {
      end += 1
      guard digits() else { return nil }
    }
    if end < characters.count, characters[end] | 0x20 == UInt8(ascii: "e") {
      let mantissa = end
      end += 1
      if end < characters.count, [UInt8(ascii: "+"), UInt8(ascii: "-")].contains(characters[end]) { end += 1 }
      if !digits() { end = mantissa }
    }
    guard let number = Double(String(decoding: characters[..<end], as: UTF8.self)), number.isFinite else { return nil }
    let rest = characters[end...]
    return (number, String(decoding: rest.first == 32 ? rest.dropFirst() : rest, as: UTF8.self))
  }
}
