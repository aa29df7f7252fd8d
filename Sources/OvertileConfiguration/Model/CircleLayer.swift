import OvertileBundleFormat
import OvertileCore
import OvertileExpressions

/// How a circle layer makes and draws its circles.
package struct CircleLayer: Sendable {
  /// The meaning of a circle.
  package var model: CircleModel
  /// The radius.
  package var radius: Radius
  /// The side in pixels of the tile in which pixels are measured, 1...65536.
  package var tileSizePixels: Int
  /// The parts of each circle that are written, at least one, in the order of the cases.
  package var draw: [CirclePart]
  /// The largest distance between a ring's chord and the true circle, in pixels, above 0.
  package var chordErrorPixels: Double
  /// The animation, or nil for circles without one.
  package var pulse: Pulse?
  /// The rules for hiding circles.
  package var hide: Hiding
  /// The radius in pixels below which a circle becomes a dot, or nil for never.
  package var dotBelowPixels: Double?
  /// Whether overlapping circles become one shape.
  package var dissolve: Dissolve
  /// The location in the file; nil if the file does not set it.
  package var dissolvePosition: SourcePosition?

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

  /// An animation between two states, there and back.
  package struct Pulse: Sendable, Hashable {
    /// The factor on the radius at the start, at least 0.
    package var scaleFrom: Double
    /// The factor on the radius at the end, at least 0.
    package var scaleTo: Double
    /// The opacity at the start, 0...1.
    package var opacityFrom: Double
    /// The opacity at the end, 0...1.
    package var opacityTo: Double
    /// The time from start to end, above 0.
    package var durationSeconds: Double
  }

  /// The rules for hiding circles in the tiles.
  package struct Hiding: Sendable, Hashable {
    /// The zoom below which there are none, or nil.
    package var belowZoom: Int?
    /// The radius in pixels below which a circle is left out, or nil.
    package var belowSizePixels: Double?
    /// The radius in pixels above which a circle is left out, or nil.
    package var aboveSizePixels: Double?
  }

  /// Whether overlapping circles become one shape.
  package enum Dissolve: Sendable, Hashable {
    /// Each is drawn by itself.
    case none
    /// All of the layer.
    case all
    /// Those with the same value of a property.
    case byProperty(String)
  }
}
