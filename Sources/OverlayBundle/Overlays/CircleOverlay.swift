import MapMath
import OvertileCircles
import OvertileCore

/// A complete circle with its true radius, assembled from the parts of the circle in the tiles.
public struct CircleOverlay: Sendable, Hashable, Identifiable {
  /// The way in which a circle is drawn.
  public enum Appearance: String, Sendable {
    /// The circle is not drawn.
    case hidden
    /// The circle is drawn as a dot at its center.
    case dot
    /// The circle itself is drawn, with the parts that `drawsCenter` and `drawsRing` specify.
    case full
  }

  /// The identity of the circle.
  public var id: OverlayID
  /// The center of the circle, accurate to one centimeter.
  public var center: Coordinate
  /// The radius of the circle, in meters. If the circle has a constant size in pixels, this value is the radius at
  /// `zoom`.
  public var radiusMeters: Double
  /// The radius of the circle at the latitude of its center, in map points.
  public var radiusMapPoints: Double
  /// The radius of the circle at `zoom`, in pixels, for tiles whose side length is
  /// `BundleManifest.CircleRules.tileSizePixels`.
  public var radiusPixels: Double
  /// The zoom of the tiles from which the circle was read.
  public var zoom: Int
  /// Whether the circle is drawn as a dot because its radius is too small at `zoom`.
  public var isDot: Bool
  /// Whether a point is drawn at the center of the circle.
  public var drawsCenter: Bool
  /// Whether the ring of this circle is drawn. If the layer's circles are dissolved into combined shapes, this value is
  /// `false`.
  public var drawsRing: Bool
  /// The animation of the circle, or `nil` if the circle is not animated.
  public var pulse: BundleManifest.Pulse?
  /// The rules for drawing the layer's circles, or `nil` if the bundle does not contain such rules.
  public var rules: BundleManifest.CircleRules?
  /// The parts of the ring, clipped at the edges of the tiles and sorted by tile. If `rules` is not `nil`, this array
  /// is empty.
  public var clippedFeatures: [ClippedFeature]
  /// The properties of the source feature.
  public var properties: NamedValues<PropertyValue>
}

extension CircleOverlay {
  /// The largest scale at which the circle is drawn. This value is at least 1.
  public var largestScale: Double { max(1, pulse?.scale.max() ?? 1) }

  /// The rectangle around the circle at `largestScale`. To draw the circle with an `MKOverlay`, use this rectangle as
  /// the overlay's `boundingMapRect`, so that the pulse is not cut off.
  ///
  /// For the models `mapkit` and `pixels`, the rectangle is a square. For the model `geodesic`, it is the smallest
  /// rectangle around the part of the circle that is on the map.
  public var boundingMapRect: MapRect {
    if let circle { return circle.boundingMapRect(zoom: zoom, scale: largestScale) }
    let reach = radiusMapPoints * largestScale
    let middle = MapPoint(unwrapped: center)
    return MapRect(center: middle, size: MapSize(width: 2 * reach, height: 2 * reach))
  }

  /// Returns the way in which the circle is drawn at the given zoom, according to the layer's rules. The zoom can be
  /// above the layer's maximum zoom. If `rules` is `nil`, the result is the same at every zoom: `dot` if `isDot` is
  /// `true`, and `full` otherwise.
  public func appearance(atZoom zoom: Int) -> Appearance {
    guard let rules else { return isDot ? .dot : .full }
    var pixels = radiusPixels
    if rules.circleModel != .pixels {
      let across = Double(sign: .plus, exponent: min(max(zoom, -64), 64), significand: 1)
      pixels = radiusMapPoints / MapPoint.worldSide * (Double(rules.tileSizePixels) * across)
    }
    return switch rules.appearance(radiusPixels: pixels, zoom: zoom) {
    case .notYet, .noLonger: .hidden
    case .dot: .dot
    case .full: .full
    }
  }

  /// Returns the coordinates of the circle's ring, clockwise from north. The first coordinate is not repeated at the
  /// end. Longitudes are continuous with the longitude of the center, so they can be outside -180..<180.
  ///
  /// The ring is not cut at the antimeridian or at the edge of the map, so use it to draw on a globe, or in MapKit,
  /// which wraps polygons itself. The ring is empty if `rules` is `nil`.
  ///
  /// - Parameters:
  ///   - scale: The factor by which to scale the circle, for example to animate its pulse. The factor must be greater
  ///     than 0.
  ///   - zoom: The zoom at which the chord error applies, in the range 0...31, or `nil` to use the zoom of the tiles.
  /// - Complexity: O(n), where n is the number of coordinates returned.
  public func ring(scale: Double = 1, zoom: Int? = nil) -> [Coordinate] {
    guard scale > 0, scale.isFinite, let circle, let error = chordError(zoom) else { return [] }
    return circle.ringCoordinates(zoom: self.zoom, scale: scale, chordError: error)
  }

  /// Returns the circle's disk as polygons on the map. The polygons are cut at the antimeridian and at the edge of the
  /// map. A disk that contains a pole is closed along the edge of the map.
  ///
  /// If `rules` is `nil`, the result consists of the clipped polygons from the tiles. In that case, the scale and the
  /// zoom are ignored.
  ///
  /// - Parameters:
  ///   - scale: The factor by which to scale the circle, for example to animate its pulse. The factor must be greater
  ///     than 0.
  ///   - zoom: The zoom at which the chord error applies, in the range 0...31, or `nil` to use the zoom of the tiles.
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

  private func chordError(_ zoom: Int?) -> Double? {
    guard let rules, rules.chordErrorPixels > 0, rules.chordErrorPixels.isFinite else { return nil }
    return Circle.worldUnits(
      pixels: rules.chordErrorPixels, zoom: min(max(zoom ?? self.zoom, 0), 31), tileSize: Double(rules.tileSizePixels))
  }
}

extension BundleManifest.Pulse {
  /// Returns the scale and opacity of the pulse at the given time, in seconds. During each pulse, both values change
  /// linearly from start to end. Then the next pulse begins.
  public func step(atSeconds now: Double) -> (scale: Double, opacity: Double) {
    guard scale.count == 2, opacity.count == 2, seconds > 0 else { return (1, 1) }
    let share = now.truncatingRemainder(dividingBy: seconds) / seconds
    return (scale[0] + (scale[1] - scale[0]) * share, opacity[0] + (opacity[1] - opacity[0]) * share)
  }
}
