/// A MapKit camera as plain values: the coordinate it looks at, from how far, and how it is turned.
public struct MapKitCamera: Sendable, Hashable, Codable {
  /// The coordinate in the middle.
  public var center: Coordinate
  /// Meters from the camera to the center: MKMapCamera's centerCoordinateDistance, MapCamera's distance.
  public var distanceMeters: Double
  /// Degrees clockwise from north.
  public var heading: Double
  /// Degrees from straight down.
  public var pitch: Double

  /// Half of MapKit's vertical field of view, in degrees.
  ///
  /// Not documented. It follows from a recorded camera of a new MKMapView: 320x480 points, 13995915.9651 m above
  /// latitude 35.7738, 41418752 map points across.
  public static let halfFieldOfView = 15.0

  /// Makes a camera.
  public init(center: Coordinate, distanceMeters: Double, heading: Double = 0, pitch: Double = 0) {
    self.center = center
    self.distanceMeters = distanceMeters
    self.heading = heading
    self.pitch = pitch
  }

  /// Makes a camera from its height in meters above the ground, MKMapCamera's altitude; a pitch of 90 gives infinity.
  public init(center: Coordinate, altitudeMeters: Double, heading: Double = 0, pitch: Double = 0) {
    // Adding 0 makes the -0 of 90 degrees positive.
    let distance = altitudeMeters / (Degrees.sinCos(pitch).cos + 0)
    self.init(center: center, distanceMeters: distance, heading: heading, pitch: pitch)
  }

  /// Meters of the camera above the ground, MKMapCamera's altitude: the distance times the cosine of the pitch.
  ///
  /// It equals the distance if the camera looks straight down, and is less otherwise.
  public var altitudeMeters: Double { distanceMeters * (Degrees.sinCos(pitch).cos + 0) }

  /// Makes the MapKit camera that agrees with a camera in the middle of the viewport.
  ///
  /// A MapKit camera has no padding, so it looks at the coordinate in the middle of the area inside the viewport's
  /// insets. With a pitch the kits draw differently outside the middle, because their fields of view differ.
  ///
  /// - Throws: `CameraError.invalidCamera`, `.invalidViewport`, and `.aboveHorizon` when the middle shows sky.
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
  /// Makes the camera with the same view as a MapKit camera; the inverse of `MapKitCamera.init(_:in:)`.
  ///
  /// - Parameters:
  ///   - camera: A camera in MapKit's terms.
  ///   - viewport: The screen of the map.
  ///   - padding: The padding of the new camera, which then looks at the coordinate in the middle of the area inside
  ///     it.
  /// - Throws: `CameraError.invalidCamera` when the distance is not above 0, `.invalidViewport`, and `.aboveHorizon` when
  ///   the padded middle shows sky.
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

  /// The camera with another padding that shows the same picture.
  ///
  /// Its center is the coordinate in the middle of the area inside the new padding. With a pitch the vanishing point
  /// moves with the padding, so the pictures agree only in that middle.
  ///
  /// - Throws: `CameraError.invalidCamera`, `.invalidViewport`, and `.aboveHorizon` when that middle shows sky.
  public func repadded(_ padding: ScreenPadding, in viewport: MapViewport) throws(CameraError) -> Camera {
    let projection = try CameraProjection(self, in: viewport)
    var camera = self
    camera.padding = padding
    guard camera.isValid else { throw .invalidCamera }
    guard padding.shift != self.padding.shift else { return camera }
    let shift = (viewport.insets + padding).shift
    let middle = ScreenPoint(x: viewport.middle.x + shift.x, y: viewport.middle.y + shift.y)
    let coordinate = try projection.mapPoint(at: middle)
    camera.center = coordinate.cameraCenter
    camera.zoom512 += log2(projection.growth(of: coordinate))
    // Padding beyond reason leaves no numbers.
    guard camera.isValid else { throw .invalidCamera }
    return camera
  }
}
