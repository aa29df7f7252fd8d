import MapMath
import OvertileCircles
import OvertileCore

/// A whole circle with its true radius, assembled from its parts in the tiles.
public struct CircleOverlay: Sendable, Hashable, Identifiable {
  /// The way a circle is drawn.
  public enum Appearance: String, Sendable {
    /// The circle is not drawn.
    case hidden
    /// The circle is drawn as a dot at its center.
    case dot
    /// The circle itself is drawn; `drawsCenter` and `drawsRing` specify its parts.
    case full
  }

  /// The identity of the circle.
  public var id: OverlayID
  /// The center, accurate to a centimeter.
  public var center: Coordinate
  /// The radius in meters. If the circle has a constant size in pixels, this is its radius at `zoom`.
  public var radiusMeters: Double
  /// The radius in MapKit's map points, at the center's latitude.
  public var radiusMapPoints: Double
  /// The radius at `zoom`, in pixels of a tile with the size `BundleManifest.CircleRules.tileSizePixels`.
  public var radiusPixels: Double
  /// The zoom of the tiles that the circle was read from.
  public var zoom: Int
  /// Whether the circle is so small at this zoom that it is drawn as a dot.
  public var isDot: Bool
  /// Whether a point at the center is drawn.
  public var drawsCenter: Bool
  /// Whether the circle's own ring is drawn. False if circles are dissolved.
  public var drawsRing: Bool
  /// The animation of the circle, if it has one.
  public var pulse: BundleManifest.Pulse?
  /// The rules of the layer's circles; nil in bundles without them.
  public var rules: BundleManifest.CircleRules?
  /// The parts of the ring in the tiles, clipped at the tiles' edges, in the order of the tiles. Empty unless `rules`
  /// is nil.
  public var clippedFeatures: [ClippedFeature]
  /// The properties of the source feature.
  public var properties: NamedValues<PropertyValue>
}

extension CircleOverlay {
  /// The largest scale at which the circle is drawn, at least 1.
  public var largestScale: Double { max(1, pulse?.scale.max() ?? 1) }

  /// The rectangle around the circle at `largestScale`. Use it as an overlay's `boundingMapRect`, so that a pulse is
  /// not cut off.
  ///
  /// For the models `mapkit` and `pixels`, it is a square. For a geodesic circle, it is the smallest rectangle around
  /// the part on the map.
  public var boundingMapRect: MapRect {
    if let circle { return circle.boundingMapRect(zoom: zoom, scale: largestScale) }
    let reach = radiusMapPoints * largestScale
    let middle = MapPoint(unwrapped: center)
    return MapRect(center: middle, size: MapSize(width: 2 * reach, height: 2 * reach))
  }

  /// Returns how the layer's rules draw the circle at a different zoom, such as one above the layer's maximum zoom.
  /// Without rules, the circle is drawn as it was read.
  public func appearance(atZoom zoom: Int) -> Appearance {
    guard let rules else { return isDot ? .dot : .full }
    var pixels = radiusPixels
    if rules.circleModel != .pixels {
      let across = Double(sign: .plus, exponent: min(max(zoom, -64), 64), significand: 1)
      pixels = radiusMapPoints / MapPoint.worldSide * (Double(rules.tileSizePixels) * across)
    }
    if let limit = rules.hideBelowZoom, zoom < limit { return .hidden }
    if let limit = rules.hideBelowPixels, pixels < limit { return .hidden }
    if let limit = rules.hideAbovePixels, pixels > limit { return .hidden }
    if let limit = rules.dotBelowPixels, pixels < limit { return .dot }
    return .full
  }

  /// Returns the ring in degrees, clockwise from north. The first position is not repeated, and longitudes continue
  /// from the longitude of the center.
  ///
  /// The ring is not cut at the antimeridian or at the map's edge, so use it for a polygon on a globe, or if MapKit
  /// wraps the polygon. It is empty if `rules` is nil.
  ///
  /// - Parameters:
  ///   - scale: The scale, above 0, such as a scale of the pulse.
  ///   - zoom: The zoom to which the chord error applies, 0...31; nil for the zoom of the tiles.
  /// - Complexity: O(vertices).
  public func ring(scale: Double = 1, zoom: Int? = nil) -> [Coordinate] {
    guard scale > 0, scale.isFinite, let circle, let error = chordError(zoom) else { return [] }
    return circle.ringCoordinates(zoom: self.zoom, scale: scale, chordError: error)
  }

  /// Returns the disk as polygons on the map. They are cut at the antimeridian and the map's edge, and closed along the
  /// edge around a pole.
  ///
  /// If `rules` is nil, returns the clipped features in its tiles, each within its tile. The parameters are those of
  /// `ring(scale:zoom:)`. The scale does not apply to clipped features.
  public func polygons(scale: Double = 1, zoom: Int? = nil) -> [OverlayPolygon] {
    guard scale > 0, scale.isFinite, let circle, let error = chordError(zoom) else {
      return clippedFeatures.flatMap(\.polygons)
    }
    return OverlayPolygon.polygons(circle.ring(zoom: self.zoom, scale: scale, chordError: error))
  }

  private var circle: Circle? {
    guard let rules, let model = rules.circleModel else { return nil }
    return try? Circle(
      center: center, radius: model == .pixels ? radiusPixels : radiusMeters, model: model,
      tileSize: Double(rules.tileSizePixels))
  }

  private func chordError(_ zoom: Int?) -> ChordTolerance? {
    guard let rules else { return nil }
    let zoom = min(max(zoom ?? self.zoom, 0), 31)
    return try? ChordTolerance(
      pixels: rules.chordErrorPixels, zoom: zoom, tileSize: Double(rules.tileSizePixels))
  }
}

extension BundleManifest.Pulse {
  /// Returns the scale and the opacity at a time. A pulse runs from its first to its second values, then starts again.
  public func step(atSeconds now: Double) -> (scale: Double, opacity: Double) {
    guard scale.count == 2, opacity.count == 2, seconds > 0 else { return (1, 1) }
    let share = now.truncatingRemainder(dividingBy: seconds) / seconds
    return (scale[0] + (scale[1] - scale[0]) * share, opacity[0] + (opacity[1] - opacity[0]) * share)
  }
}
