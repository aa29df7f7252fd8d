import OvertileCircles
import OvertileCore
import OvertileExpressions

/// The form of a radius.
enum RadiusRule {
  private static let units: [QuantityUnit] = [.meters, .kilometers, .miles, .nauticalMiles, .feet, .pixels]

  private static let property = Key(
    "property", Rule<NamedExpression>.property(.init(expected: .number)), "The property that contains the number.")
  private static let expression = Key(
    "expression", Rule<FeatureExpression>.expression(.init(expected: .number, allowsZoom: true)),
    "The expression that computes the number.")
  private static let unit = Key("unit", Rule.choice(among: units), .required, "The unit of the number.")

  private static let perFeature = Rule<CircleLayer.Radius>.mapping(
    [property, expression, unit], rules: [.exactlyOne(of: ["property", "expression"])]
  ) { fields, log in
    var value = try fields.optional(property)?.value ?? fields(expression)
    value.role = log.role
    return .perFeature(value, unit: try fields(unit))
  }

  private static let constant = Rule<Quantity>.quantity(units, .above0(through: Circle.maximumMeters))

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
    guard quantity.value <= Circle.maximumPixels else {
      let most = JSONValue.text(Circle.maximumPixels)
      return log.reject(.outOfRange, node, "the radius must not be more than \(most)px")
    }
    return Reading(.pixels(quantity.value), canonical: reading.canonical)
  }

  static let rule = forAll.or(mapping: perFeature)
}
