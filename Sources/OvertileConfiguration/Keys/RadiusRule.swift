import OvertileExpressions

/// The form of a radius.
enum RadiusRule {
  private static let units: [QuantityUnit] = [.meters, .kilometers, .miles, .nauticalMiles, .feet, .pixels]
  /// Half of the meridian through both poles, rounded up: no two points of the Earth are farther apart.
  private static let maximumMeters = 20_004_000.0
  private static let maximumPixels = 65_536.0

  private static let property = Key("property", Rule<String>.string.located, "The property that contains the number.")
  private static let expression = Key(
    "expression", Rule<FeatureExpression>.expression(.init(expected: .number, allowsZoom: true)),
    "The expression that computes the number.")
  private static let unit = Key(
    "unit",
    Rule<String>.word(units.map(\.rawValue)) { word in
      ValueAdvice.unit(word, among: units).map { "write \($0.rawValue)" }
    },
    .required, "The unit of the number.")

  private static let constant = Rule<Quantity>.quantity(units, .above0(through: maximumMeters))

  private static let perFeature = Rule<CircleLayer.Radius>.mapping(
    [property, expression, unit],
    schema: ["oneOf": [["required": ["property"]], ["required": ["expression"]]]]
  ) { fields, log in
    guard fields.has("property") != fields.has("expression") else {
      log.note(
        fields.has("property") ? .conflict : .missingKey, at: fields.position,
        "a radius must have either \"property\" or \"expression\"")
      throw Incomplete()
    }
    guard let unit = QuantityUnit(rawValue: try fields(unit)) else { throw Incomplete() }
    guard let name = fields.optional(property) else { return .perFeature(try fields(expression), unit: unit) }
    do throws(ExpressionError) {
      return .perFeature(
        try FeatureExpression(property: name.value, options: .init(expected: .number), at: name.position)
          .reading(log.computed), unit: unit)
    } catch {
      log.note(.expression, at: error.position, error.reason, key: "property")
      throw Incomplete()
    }
  }

  /// The replacement for a list, or a text that is not a number: a radius for each feature; nil for anything else.
  private static func ownRadius(_ node: ConfigurationNode) -> String? {
    switch node.content {
    case .array: "{expression: [...], unit: m}"
    case .string(let name) where name.first?.isLetter == true: "{property: NAME, unit: m}"
    default: nil
    }
  }

  private static let forAll = Rule<CircleLayer.Radius>(constant.schema) { node, log in
    if let advice = ownRadius(node) {
      return log.rejectType(
        node, wanted: "a number with a unit, such as 40m",
        hint: "; for a different radius per feature, write \(advice) with the unit of the values")
    }
    guard let reading = constant.read(node, &log) else { return nil }
    let quantity = reading.value
    guard quantity.unit == .pixels else { return Reading(.meters(quantity.inBaseUnits), canonical: reading.canonical) }
    guard quantity.value <= maximumPixels else {
      return log.reject(.outOfRange, node, "the radius must not be more than \(JSONNumber.text(maximumPixels))px")
    }
    return Reading(.pixels(quantity.value), canonical: reading.canonical)
  }

  static let rule = forAll.or(mapping: perFeature)
}
