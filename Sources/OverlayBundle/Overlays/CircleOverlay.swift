import MapMath
import OvertileCircles
import OvertileCore

/// A whole circle with its true radius, joined from its parts in the tiles.
public struct CircleOverlay: Sendable, Hashable, Identifiable {
  /// How a circle is drawn.
  public enum Appearance: String, Sendable {
    /// Nothing.
    case hidden
    /// A dot at the center.
    case dot
    /// The circle itself: `drawsCenter` and `drawsRing` say which parts of it.
    case full
  }

  /// The identity.
  public var id: OverlayID
  /// The center, to a centimeter.
  public var center: Coordinate
  /// The radius in meters; for a circle of constant pixels, at `zoom`.
  public var radiusMeters: Double
  /// The radius in MapKit's map points, at the center's latitude.
  public var radiusMapPoints: Double
  /// The radius in pixels at `zoom`, of tiles of `BundleManifest.CircleRules.tileSizePixels`.
  public var radiusPixels: Double
  /// The zoom of the tiles that it was read from.
  public var zoom: Int
  /// Whether it is so small here that it is drawn as a dot.
  public var isDot: Bool
  /// Whether a point at the center is drawn.
  public var drawsCenter: Bool
  /// Whether its own ring is drawn; not if circles are dissolved.
  public var drawsRing: Bool
  /// The animation, if it has one.
  public var pulse: BundleManifest.Pulse?
  /// The rules of the layer's circles; nil in bundles without them.
  public var rules: BundleManifest.CircleRules?
  /// The ring from its tiles, clipped at their edges, in the order of the tiles. Empty unless `rules` is nil.
  public var clippedFeatures: [ClippedFeature]
  /// The properties of the source.
  public var properties: NamedValues<PropertyValue>
}

extension CircleOverlay {
  /// The largest scale at which it is drawn, at least 1.
  public var largestScale: Double { max(1, pulse?.scale.max() ?? 1) }

  /// The rectangle around it at `largestScale`: an overlay's `boundingMapRect`, so that a pulse is not cut.
  ///
  /// For the models `mapkit` and `pixels` a square; for a geodesic circle the smallest rectangle around the part on the
  /// map.
  public var boundingMapRect: MapRect {
    if let circle { return circle.boundingMapRect(zoom: zoom, scale: largestScale) }
    let reach = radiusMapPoints * largestScale
    let middle = MapPoint(unwrapped: center)
    return MapRect(center: middle, size: MapSize(width: 2 * reach, height: 2 * reach))
  }

  /// How the layer's rules draw it at another zoom, such as one beyond the layer's last. Without rules, it is drawn
  /// as it was read.
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

  /// The ring in degrees: clockwise from north, the first not repeated, longitudes continuing from the center's.
  ///
  /// Not cut at the antimeridian or at the map's edge: for a polygon on a globe, or if MapKit wraps it. Empty if
  /// `rules` is nil.
  ///
  /// - Parameters:
  ///   - scale: above 0, such as one of the pulse.
  ///   - zoom: the zoom at which the chord error counts, 0...31; nil for that of the tiles.
  /// - Complexity: O(vertices).
  public func ring(scale: Double = 1, zoom: Int? = nil) -> [Coordinate] {
    guard scale > 0, scale.isFinite, let circle, let error = chordError(zoom) else { return [] }
    return circle.ringCoordinates(zoom: self.zoom, scale: scale, chordError: error)
  }

  /// The disc as polygons of the map, cut at the antimeridian and the map's edge, closed along the edge around a pole.
  ///
  /// If `rules` is nil, the clipped features of its tiles, each within its tile. Parameters as for `ring(scale:zoom:)`;
  /// the scale does not apply to clipped features.
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
  /// The scale and the opacity at a time: a pulse runs from its first to its second values, then starts again.
  public func step(atSeconds now: Double) -> (scale: Double, opacity: Double) {
    guard scale.count == 2, opacity.count == 2, seconds > 0 else { return (1, 1) }
    let share = now.truncatingRemainder(dividingBy: seconds) / seconds
    return (scale[0] + (scale[1] - scale[0]) * share, opacity[0] + (opacity[1] - opacity[0]) * share)
  }
}
