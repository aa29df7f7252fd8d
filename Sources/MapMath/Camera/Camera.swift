/// The position from which a map is viewed: the coordinate in the middle, the zoom, and how the view is turned and
/// tilted.
///
/// The model is that of Mapbox and MapLibre: the vertical field of view is 2 atan(1/3), so the camera is 1.5 viewport
/// heights from the center. Nothing is clamped or wrapped on construction; see `isValid` and `normalized`.
public struct Camera: Sendable, Hashable, Codable {
  /// The coordinate shown in the middle of the padded viewport.
  public var center: Coordinate
  /// The zoom for tiles of 512 points, as Mapbox and MapLibre count: the world is 512 * 2^zoom points wide.
  public var zoom512: Double
  /// Degrees clockwise from north to the top of the view.
  public var bearing: Double
  /// Degrees from looking straight down, 0..<90.
  public var pitch: Double
  /// Points kept free at the edges: they move the center and the vanishing point, not the zoom.
  public var padding = ScreenPadding.zero
  /// The screen position that stays in place while the camera zooms and turns; nil for the center.
  public var anchor: ScreenPoint?

  /// The tile size, in points, for which Mapbox and MapLibre count zooms.
  public static let baseTileSize = 512.0

  /// Makes a camera from a zoom that states the tile size it counts.
  ///
  /// - Parameters:
  ///   - center: The coordinate in the middle.
  ///   - zoom: How large the world is drawn.
  ///   - bearing: Degrees clockwise from north.
  ///   - pitch: Degrees from straight down.
  public init(center: Coordinate, zoom: Zoom, bearing: Double = 0, pitch: Double = 0) {
    self.init(center: center, zoom512: zoom.z512, bearing: bearing, pitch: pitch)
  }

  /// Makes a camera from a zoom as Mapbox and MapLibre count it, in tiles of 512 points.
  public init(center: Coordinate, zoom512: Double, bearing: Double = 0, pitch: Double = 0) {
    self.center = center
    self.zoom512 = zoom512
    self.bearing = bearing
    self.pitch = pitch
  }

  /// The zoom counted in tiles of a size in points: one more for 256, as OpenStreetMap and Google count, than for 512.
  public func zoom(tileSize: Double) -> Double {
    Zoom(level: zoom512, tileSize: Self.baseTileSize).level(tileSize: tileSize)
  }

  /// The zoom counted in tiles of 256 points, as OpenStreetMap and Google count: one more than `zoom512`.
  public var zoom256: Double { zoom512 + 1 }

  /// Screen points per map point at the center of the view.
  public var pointsPerMapPoint: Double { exp2(zoom512 - 19) }

  /// Whether all numbers are finite, the latitude lies in -90...90, the longitude within ten turns, the pitch in 0..<90,
  /// and the zoom within +-64.
  public var isValid: Bool {
    abs(center.latitude) <= 90 && abs(center.longitude) <= 3600 && abs(zoom512) <= 64 && bearing.isFinite
      && pitch >= 0 && pitch < 90 && padding.isFinite && (anchor?.isFinite ?? true)
  }

  /// The same camera with its longitude in -180..<180, its latitude within +-85.0511287798066, and its bearing in 0..<360.
  ///
  /// The pitch is clamped to 0...85. Idempotent. The zoom stays.
  public var normalized: Camera {
    var camera = self
    let limit = Mercator.maximumLatitude
    camera.center = Coordinate(
      latitude: min(max(center.latitude, -limit), limit), longitude: Longitude.wrapped(center.longitude))
    camera.bearing = Bearing.normalized(bearing)
    camera.pitch = min(max(pitch, 0), 85)
    return camera
  }
}

extension MapPoint {
  /// The coordinate as a camera's center: wrapped, and moved to the edge of the world if beyond it.
  var cameraCenter: Coordinate {
    let limit = Mercator.maximumLatitude
    let free = coordinate.wrapped
    return Coordinate(latitude: min(max(free.latitude, -limit), limit), longitude: free.longitude)
  }
}
