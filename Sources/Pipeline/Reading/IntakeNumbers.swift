import Circles
import Configuration
import Expressions
import Features

/// The numbers that a layer's kind takes from each feature: a radius or a weight.
struct IntakeNumbers {
  /// A feature's numbers.
  struct Values {
    /// The radius in metres, or in pixels where the layer's circles are in pixels.
    var radius: Double?
    /// The weight.
    var weight: UInt64?
  }

  private var constantRadius: Double?
  private var radius: (expression: BoundExpression, baseUnits: Double, maximum: Double, unit: String)?
  private var weight: BoundExpression?

  /// Binds a layer's expressions to a batch.
  init(_ layer: LayerConfiguration, _ batch: FeatureBatch) {
    switch layer.kind {
    case .cluster(let cluster): weight = cluster.weight?.bound(to: batch)
    case .shape: break
    case .circle(let circle):
      switch circle.radius {
      case .meters(let radius), .pixels(let radius): constantRadius = radius
      case .perFeature(let expression, let unit):
        let isPixels = unit.dimension == .screen
        radius = (
          expression.bound(to: batch), unit.baseUnits, isPixels ? Circle.maximumPixels : Circle.maximumMeters,
          isPixels ? "px" : "m"
        )
      }
    }
  }

  /// A feature's numbers.
  ///
  /// - Throws: a refusal that says what is wrong with them.
  func values(_ feature: Int) throws -> Values {
    var values = Values(radius: constantRadius)
    if let radius {
      let number = try evaluated { () throws(ExpressionError) in try radius.expression.number(ofFeature: feature) }
      guard number > 0 else {
        throw LayerIntake.Refusal(
          code: LedgerCode.badRadius, reason: "its radius is \(number), and must be above 0")
      }
      let scaled = number * radius.baseUnits
      guard scaled <= radius.maximum else {
        throw LayerIntake.Refusal(
          code: LedgerCode.badRadius,
          reason: "its radius is \(scaled) \(radius.unit), and must be at most \(radius.maximum)")
      }
      values.radius = scaled
    }
    if let weight {
      let number = try evaluated { () throws(ExpressionError) in try weight.number(ofFeature: feature) }
      guard number >= 0, number <= 4_294_967_295, number.rounded() == number else {
        throw LayerIntake.Refusal(
          code: LedgerCode.badWeight, reason: "its weight is \(number), and must be a whole number from 0 to 2^32 - 1")
      }
      values.weight = UInt64(number)
    }
    return values
  }
}
