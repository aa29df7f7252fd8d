import OvertileBundleFormat
import OvertileCore
import OvertileExpressions

/// How a circle layer makes and draws its circles.
package struct CircleLayer: Sendable {
  /// The radius.
  package var radius: Radius
  /// The rules for drawing circles, as the manifest states them; but the property by which they dissolve has its name in the
  /// source.
  package var rules: BundleManifest.CircleRules
  /// The animation, or nil for circles without one.
  package var pulse: BundleManifest.Pulse?
  /// The value of that property, which circles share that become one shape; nil if none, or all, become one.
  package var dissolveValue: FeatureExpression?

  /// The meaning of a circle: one of those that keys can name.
  package var model: CircleModel { rules.circleModel ?? .geodesic }

  /// Whether overlapping circles become one shape.
  package var dissolves: Bool { rules.dissolving != .nothing }

  /// The source of a radius. The number times the unit is the radius; it must be above 0 and finite.
  package enum Radius: Sendable {
    /// The same number of meters for all.
    case meters(Double)
    /// The same number of pixels for all, at every zoom.
    case pixels(Double)
    /// A number per feature, in a unit of length or in pixels.
    case perFeature(FeatureExpression, unit: QuantityUnit)

    /// Whether the number is one of pixels.
    package var isInPixels: Bool {
      switch self {
      case .meters: false
      case .pixels: true
      case .perFeature(_, let unit): unit.dimension == .screen
      }
    }

    /// Whether a circle has the same radius on the ground at every zoom.
    package var isSameAtEveryZoom: Bool {
      if case .perFeature(let expression, _) = self, expression.usesZoom { return false }
      return !isInPixels
    }
  }
}
