/// The center, distance, heading, and pitch of a MapKit camera as plain values.
public struct MapKitCamera: Sendable, Hashable, Codable {
  /// The coordinate at the center of the view.
  public var center: Coordinate
  /// The distance from the camera to the center, in meters. This value corresponds to `centerCoordinateDistance` of
  /// `MKMapCamera` and to `distance` of `MapCamera`.
  public var distanceMeters: Double
  /// The heading, in degrees clockwise from north.
  public var heading: Double
  /// The pitch, in degrees from straight down.
  public var pitch: Double

  /// Half of MapKit's vertical field of view, in degrees.
  ///
  /// Apple does not document this value. It is derived from the camera of a new `MKMapView` of 320 by 480 points. The
  /// recorded camera was 13995915.9651 m above latitude 35.7738, and the view was 41418752 map points wide.
  public static let halfFieldOfView = 15.0

  /// Creates a camera with the given center and the given distance to it, in meters.
  public init(center: Coordinate, distanceMeters: Double, heading: Double = 0, pitch: Double = 0) {
    self.center = center
    self.distanceMeters = distanceMeters
    self.heading = heading
    self.pitch = pitch
  }

  /// Creates a camera with the given center and the given height above the ground, in meters, like the altitude of
  /// `MKMapCamera`. If the pitch is 90, the distance is infinite.
  public init(center: Coordinate, altitudeMeters: Double, heading: Double = 0, pitch: Double = 0) {
    // Adding 0 makes the -0 of 90 degrees positive.
    let distance = altitudeMeters / (Degrees.sinCos(pitch).cos + 0)
    self.init(center: center, distanceMeters: distance, heading: heading, pitch: pitch)
  }

  /// The height of the camera above the ground, in meters, like the altitude of `MKMapCamera`.
  ///
  /// The altitude is the distance multiplied by the cosine of the pitch. If the camera looks straight down, the
  /// altitude equals the distance. Otherwise, the altitude is less.
  public var altitudeMeters: Double { distanceMeters * (Degrees.sinCos(pitch).cos + 0) }

  /// Creates the MapKit camera that shows the same view as the given camera.
  ///
  /// A MapKit camera has no padding, so it looks at the coordinate at the center of the area inside the viewport's
  /// insets. If the pitch is not zero, the two maps match only at the center, because the fields of view differ.
  ///
  /// - Throws: `CameraError.invalidCamera` or `.invalidViewport` if the camera or the viewport is invalid, or
  ///   `.aboveHorizon` if the center shows sky.
  public init(_ camera: Camera, in viewport: MapViewport) throws(CameraError) {
    let bare = try camera.repadded(.zero, in: viewport)
    let metersPerPoint = MapScale.metersPerMapPoint(latitude: bare.center.latitude) / bare.pointsPerMapPoint
    self.init(
      center: bare.center, distanceMeters: viewport.height * metersPerPoint * Self.distancePerHeight,
      heading: bare.bearing, pitch: bare.pitch)
  }

  /// Distance over visible height.
  fileprivate static var distancePerHeight: Double { 0.5 / tan(halfFieldOfView * .pi / 180) }
}

extension Camera {
  /// Creates the camera that shows the same view as the given MapKit camera. This initializer is the inverse of
  /// `MapKitCamera.init(_:in:)`.
  ///
  /// - Parameters:
  ///   - camera: The MapKit camera.
  ///   - viewport: The viewport of the map.
  ///   - padding: The padding of the new camera. The new camera looks at the coordinate at the center of the area
  ///     inside this padding.
  /// - Throws: `CameraError.invalidCamera` if the distance is not greater than 0 or another value is out of range,
  ///   `.invalidViewport` if the viewport is invalid, or `.aboveHorizon` if the center of the area inside the padding
  ///   shows sky.
  public init(
    _ camera: MapKitCamera, in viewport: MapViewport, padding: ScreenPadding = .zero
  ) throws(CameraError) {
    guard viewport.isValid else { throw .invalidViewport }
    guard camera.distanceMeters > 0 else { throw .invalidCamera }
    let metersPerPoint = camera.distanceMeters / MapKitCamera.distancePerHeight / viewport.height
    let scale = MapScale.metersPerMapPoint(latitude: camera.center.latitude) / metersPerPoint
    self.init(center: camera.center, zoom512: log2(scale) + 19, bearing: camera.heading, pitch: camera.pitch)
    guard isValid else { throw .invalidCamera }
    self = try repadded(padding, in: viewport)
  }

  /// Returns a camera that shows the same view with the given padding.
  ///
  /// The center of the new camera is the coordinate at the center of the area inside the new padding. If the pitch is
  /// not zero, the vanishing point moves with the padding, so the two views match only at this center.
  ///
  /// - Throws: `CameraError.invalidCamera` or `.invalidViewport` if the camera or the viewport is invalid, or
  ///   `.aboveHorizon` if the new center shows sky.
  public func repadded(_ padding: ScreenPadding, in viewport: MapViewport) throws(CameraError) -> Camera {
    let projection = try CameraProjection(self, in: viewport)
    var camera = self
    camera.padding = padding
    guard camera.isValid else { throw .invalidCamera }
    guard padding.shift != self.padding.shift else { return camera }
    let shift = (viewport.insets + padding).shift
    let middle = ScreenPoint(x: viewport.middle.x + shift.x, y: viewport.middle.y + shift.y)
    let coordinate = try projection.mapPoint(at: middle)
    camera.center = coordinate.coordinate.onMap
    camera.zoom512 += log2(projection.growth(of: coordinate))
    // Padding beyond reason leaves no numbers.
    guard camera.isValid else { throw .invalidCamera }
    return camera
  }
}
