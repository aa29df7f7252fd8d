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

  private static let forAll = Rule<Quantity>.quantity(units, .above0(through: Circle.maximumMeters))
    .refined { radius, node, log -> CircleLayer.Radius? in
      guard radius.unit == .pixels else { return .meters(radius.inBaseUnits) }
      guard radius.value <= Circle.maximumPixels else {
        let most = JSONValue.text(Circle.maximumPixels)
        return log.reject(.outOfRange, node, "the radius must not be more than \(most)px")
      }
      return .pixels(radius.value)
    }

  static let rule = forAll.or(mapping: perFeature)
}
