/// The center, zoom, bearing and pitch of a map view.
///
/// The model is that of Mapbox and MapLibre: the vertical field of view is 2 atan(1/3), so the camera is 1.5 viewport
/// heights from the center. Initializers do not clamp or wrap any value; see `isValid` and `normalized`.
public struct Camera: Sendable, Hashable, Codable {
  /// The coordinate in the center of the padded viewport.
  public var center: Coordinate
  /// The zoom for 512-point tiles, as in Mapbox and MapLibre: the world is 512 * 2^zoom points wide.
  public var zoom512: Double
  /// The bearing of the top of the view, in degrees clockwise from north.
  public var bearing: Double
  /// The pitch, in degrees from straight down, 0..<90.
  public var pitch: Double
  /// The space to keep free at the edges, in points. It moves the center and the vanishing point, but does not affect
  /// the zoom.
  public var padding = ScreenPadding.zero
  /// The screen position that stays in place while the camera zooms and rotates, or nil for the center.
  public var anchor: ScreenPoint?

  /// The tile size, in points, to which the zooms of Mapbox and MapLibre refer.
  public static let baseTileSize = 512.0

  /// Creates a camera from a zoom and its tile size.
  ///
  /// - Parameters:
  ///   - center: The coordinate in the center.
  ///   - zoom: The scale of the world.
  ///   - bearing: The bearing, in degrees clockwise from north.
  ///   - pitch: The pitch, in degrees from straight down.
  public init(center: Coordinate, zoom: Zoom, bearing: Double = 0, pitch: Double = 0) {
    self.init(center: center, zoom512: zoom.z512, bearing: bearing, pitch: pitch)
  }

  /// Creates a camera from a zoom for 512-point tiles, as in Mapbox and MapLibre.
  public init(center: Coordinate, zoom512: Double, bearing: Double = 0, pitch: Double = 0) {
    self.center = center
    self.zoom512 = zoom512
    self.bearing = bearing
    self.pitch = pitch
  }

  /// Returns the zoom for tiles of a size in points. For 256 points (OpenStreetMap, Google), it is one more than for
  /// 512 points.
  public func zoom(tileSize: Double) -> Double {
    Zoom(level: zoom512, tileSize: Self.baseTileSize).level(tileSize: tileSize)
  }

  /// The zoom for 256-point tiles, as in OpenStreetMap and Google: one more than `zoom512`.
  public var zoom256: Double { zoom512 + 1 }

  /// The number of screen points per map point at the center of the view.
  public var pointsPerMapPoint: Double { exp2(zoom512 - 19) }

  /// Whether all numbers are finite and in range: the latitude in -90...90, the longitude within ±3600, the pitch in
  /// 0..<90, and the zoom within ±64.
  public var isValid: Bool {
    abs(center.latitude) <= 90 && abs(center.longitude) <= 3600 && abs(zoom512) <= 64 && bearing.isFinite
      && pitch >= 0 && pitch < 90 && padding.isFinite && (anchor?.isFinite ?? true)
  }

  /// The same camera with its longitude in -180..<180, its latitude within ±85.0511287798066, and its bearing in
  /// 0..<360.
  ///
  /// The pitch is clamped to 0...85; the zoom is unchanged. Normalizing twice has no further effect.
  public var normalized: Camera {
    var camera = self
    camera.center = center.onMap
    camera.bearing = Bearing.normalized(bearing)
    camera.pitch = min(max(pitch, 0), 85)
    return camera
  }
}

extension Coordinate {
  /// The coordinate wrapped, and moved to the edge of the world if beyond it: a camera's center.
  var onMap: Coordinate {
    let limit = Mercator.maximumLatitude
    return Coordinate(latitude: min(max(latitude, -limit), limit), longitude: Longitude.wrapped(longitude))
  }
}
