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

extension BundleManifest.CircleRules {
  /// How a circle of some pixels is drawn at a zoom. The zoom decides first, then the radius, the dot last.
  package func appearance(radiusPixels pixels: Double, zoom: Int) -> CircleAppearance {
    if let limit = hideBelowZoom, zoom < limit { return .notYet }
    if let limit = hideBelowPixels, pixels < limit { return .notYet }
    if let limit = hideAbovePixels, pixels > limit { return .noLonger }
    if let limit = dotBelowPixels, pixels < limit { return .dot }
    return .full
  }
}
