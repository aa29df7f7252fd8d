import OvertileCircles
import OvertileConfiguration
import OvertileCore
import OvertileExpressions

/// The numbers that a layer's kind reads from each feature: a radius or a weight.
struct MappedNumbers {
  /// A feature's numbers.
  struct Values {
    /// The radius in meters, or in pixels where the layer's circles are in pixels: one, one per zoom, or none.
    var radii: [Double] = []
    /// The weight.
    var weight: UInt64?
  }

  private var constantRadius: Double?
  private var radius: RadiusExpression?
  private var weight: (asking: AskingExpression, bound: BoundExpression)?

  /// Binds a layer's expressions to a batch.
  init(_ layer: LayerConfiguration, _ batch: ReadBatch) {
    switch layer.kind {
    case .cluster(let cluster):
      weight = cluster.weight.map {
        (AskingExpression(role: "cluster.weight", expression: $0), $0.bound(to: batch.features))
      }
    case .shape: break
    case .circle(let circle):
      switch circle.radius {
      case .meters(let radius), .pixels(let radius): constantRadius = radius
      case .perFeature(let expression, let unit):
        let isPixels = unit.dimension == .screen
        radius = RadiusExpression(
          asking: AskingExpression(role: "circle.radius", expression: expression),
          expression: expression.bound(to: batch.features),
          zooms: expression.usesZoom ? layer.zooms.map(Double.init) : [nil],
          baseUnits: unit.baseUnits, maximum: isPixels ? Circle.maximumPixels : Circle.maximumMeters,
          unit: isPixels ? "px" : "m")
      }
    }
  }

  /// A feature's numbers.
  ///
  /// - Throws: a rejection that says how they are wrong.
  func values(_ feature: Int) throws -> Values {
    var values = Values()
    if let constantRadius { values.radii = [constantRadius] }
    if let radius { values.radii = try radius.zooms.map { try radius.value(feature, zoom: $0) } }
    if let weight {
      let number = try weight.asking.evaluated { () throws(ExpressionError) in
        try weight.bound.number(ofFeature: feature)
      }
      guard number >= 0, number <= 4_294_967_295, number.rounded() == number else {
        throw FeatureMapping.FeatureDiagnostic(
          code: .badWeight, reason: "the weight is \(number), but must be a whole number from 0 to 2^32 - 1",
          cause: weight.asking.cause)
      }
      values.weight = UInt64(number)
    }
    return values
  }
}

/// A radius from an expression.
private struct RadiusExpression {
  let asking: AskingExpression
  let expression: BoundExpression
  /// The zooms at which it is evaluated; one nil if it does not depend on the zoom.
  let zooms: [Double?]
  let baseUnits: Double
  let maximum: Double
  let unit: String

  /// A feature's radius in meters or pixels.
  func value(_ feature: Int, zoom: Double?) throws -> Double {
    let number = try asking.evaluated { () throws(ExpressionError) in
      try expression.number(ofFeature: feature, zoom: zoom)
    }
    guard number > 0 else {
      throw FeatureMapping.FeatureDiagnostic(
        code: .badRadius, reason: "the radius is \(number), but must be greater than 0", cause: asking.cause)
    }
    let scaled = number * baseUnits
    guard scaled <= maximum else {
      throw FeatureMapping.FeatureDiagnostic(
        code: .badRadius, reason: "the radius is \(scaled) \(unit), but must not exceed \(maximum)", cause: asking.cause
      )
    }
    return scaled
  }
}
