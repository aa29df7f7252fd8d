/// How a circle is drawn at a zoom.
package enum CircleAppearance: Sendable, Hashable {
  /// The reason that a circle is not drawn.
  package enum HiddenReason: String, Sendable {
    /// The zoom is below the first one.
    case zoom
    /// Its radius in pixels is below the least.
    case small
    /// Its radius in pixels is above the greatest.
    case large
  }

  /// Nothing.
  case hidden(HiddenReason)
  /// A dot at the center.
  case dot
  /// The circle itself.
  case full
}

/// The rule for when a circle is hidden or becomes a dot. Sizes are radii in pixels; a limit that is nil does not apply.
package struct CircleVisibility: Sendable, Hashable {
  /// Circles are hidden at zooms below this one.
  package let hideBelowZoom: Int?
  /// A circle is hidden if its radius is below this many pixels.
  package let hideBelowPixels: Double?
  /// A circle is hidden if its radius is above this many pixels.
  package let hideAbovePixels: Double?
  /// A circle is a dot if its radius is below this many pixels, unless it is hidden.
  package let dotBelowPixels: Double?

  /// Makes a rule; without limits every circle is full. Throws if a size is not above 0, or no size is left between
  /// two.
  package init(
    hideBelowZoom: Int? = nil, hideBelowPixels: Double? = nil, hideAbovePixels: Double? = nil,
    dotBelowPixels: Double? = nil
  ) throws(CircleError) {
    for value in [hideBelowPixels, hideAbovePixels, dotBelowPixels] {
      if let value, !(value > 0) { throw CircleError(.visibility, value, expected: "a size in pixels above 0") }
    }
    if let low = hideBelowPixels, let high = hideAbovePixels, low > high {
      throw CircleError(.visibility, low, expected: "at most \(high), because larger circles are hidden")
    }
    self.hideBelowZoom = hideBelowZoom
    self.hideBelowPixels = hideBelowPixels
    self.hideAbovePixels = hideAbovePixels
    self.dotBelowPixels = dotBelowPixels
  }

  /// How a circle of a radius in pixels is drawn at a zoom. The zoom decides first, then the sizes, the dot last.
  package func appearance(radiusPixels: Double, zoom: Int) -> CircleAppearance {
    if let hideBelowZoom, zoom < hideBelowZoom { return .hidden(.zoom) }
    if let hideBelowPixels, radiusPixels < hideBelowPixels { return .hidden(.small) }
    if let hideAbovePixels, radiusPixels > hideAbovePixels { return .hidden(.large) }
    if let dotBelowPixels, radiusPixels < dotBelowPixels { return .dot }
    return .full
  }
}
