import OvertileCircles
import OvertileConfiguration

/// How a circle is drawn at a zoom.
package enum CircleAppearance: Sendable, Hashable {
  /// Nothing: the zoom is too low, or the circle is too small there.
  case notYet
  /// A dot at the center.
  case dot
  /// The circle itself.
  case full
  /// Nothing: the circle is too large.
  case noLonger

  /// Whether nothing is drawn.
  package var isHidden: Bool { self == .notYet || self == .noLonger }
}

extension CircleLayer {
  /// How a circle of the layer is drawn at a zoom. The zoom decides first, then the radius in pixels, the dot last.
  package func appearance(of circle: Circle, zoom: Int) -> CircleAppearance {
    let pixels = circle.radiusPixels(zoom: zoom, tileSize: Double(tileSizePixels))
    if let limit = hide.belowZoom, zoom < limit { return .notYet }
    if let limit = hide.belowSizePixels, pixels < limit { return .notYet }
    if let limit = hide.aboveSizePixels, pixels > limit { return .noLonger }
    if let limit = dotBelowPixels, pixels < limit { return .dot }
    return .full
  }
}

extension CircleLayer.Pulse {
  /// The largest scale that the pulse reaches.
  package var largestScale: Double { max(scaleFrom, scaleTo) }
}
