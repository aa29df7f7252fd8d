/// The center, zoom, bearing, and pitch of a map view.
///
/// The camera model is the same as in Mapbox and MapLibre. The vertical field of view is 2 atan(1/3), so the distance
/// from the camera to the center is 1.5 times the height of the viewport. Initializers do not clamp or wrap any value.
/// To check the values, use `isValid`. To clamp and wrap them, use `normalized`.
public struct Camera: Sendable, Hashable, Codable {
  /// The coordinate at the center of the padded viewport.
  public var center: Coordinate
  /// The zoom for 512-point tiles, as in Mapbox and MapLibre. At this zoom, the world is 512 * 2^`zoom512` points wide.
  public var zoom512: Double
  /// The direction that is up on the screen, in degrees clockwise from north.
  public var bearing: Double
  /// The pitch, in degrees from straight down, in the range 0..<90.
  public var pitch: Double
  /// The space to keep free at the edges of the view, in points. The padding moves the center and the vanishing point,
  /// but does not affect the zoom.
  public var padding = ScreenPadding.zero
  /// The screen position that stays in place while the camera zooms and rotates, or `nil` to keep the center in place.
  public var anchor: ScreenPoint?

  /// The tile size, in points, on which zooms in Mapbox and MapLibre are based.
  public static let baseTileSize = 512.0

  /// Creates a camera from a center, a zoom for tiles of any size, a bearing, and a pitch.
  ///
  /// - Parameters:
  ///   - center: The coordinate at the center of the view.
  ///   - zoom: The zoom, which includes the tile size.
  ///   - bearing: The bearing, in degrees clockwise from north.
  ///   - pitch: The pitch, in degrees from straight down.
  public init(center: Coordinate, zoom: Zoom, bearing: Double = 0, pitch: Double = 0) {
    self.init(center: center, zoom512: zoom.z512, bearing: bearing, pitch: pitch)
  }

  /// Creates a camera from a center, a zoom for 512-point tiles, a bearing, and a pitch. Mapbox and MapLibre also use
  /// zooms for 512-point tiles.
  public init(center: Coordinate, zoom512: Double, bearing: Double = 0, pitch: Double = 0) {
    self.center = center
    self.zoom512 = zoom512
    self.bearing = bearing
    self.pitch = pitch
  }

  /// Returns the zoom for tiles of the given size, in points. The zoom for 256-point tiles, as in OpenStreetMap and
  /// Google Maps, is one more than the zoom for 512-point tiles.
  public func zoom(tileSize: Double) -> Double {
    Zoom(level: zoom512, tileSize: Self.baseTileSize).level(tileSize: tileSize)
  }

  /// The zoom for 256-point tiles, as in OpenStreetMap and Google Maps. This zoom is one more than `zoom512`.
  public var zoom256: Double { zoom512 + 1 }

  /// The number of screen points per map point at the center of the view.
  public var pointsPerMapPoint: Double { exp2(zoom512 - 19) }

  /// Whether all numbers are finite and in range. The ranges are -90...90 for the latitude, -3600...3600 for the
  /// longitude, 0..<90 for the pitch, and -64...64 for the zoom for 512-point tiles.
  public var isValid: Bool {
    abs(center.latitude) <= 90 && abs(center.longitude) <= 3600 && abs(zoom512) <= 64 && bearing.isFinite
      && pitch >= 0 && pitch < 90 && padding.isFinite && (anchor?.isFinite ?? true)
  }

  /// The camera with all values in the normal ranges.
  ///
  /// The longitude is wrapped to -180..<180, and the bearing to 0..<360. The latitude is clamped to ±85.0511287798066,
  /// and the pitch to 0...85. The zoom is unchanged. Normalizing a camera that is already normalized has no effect.
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
