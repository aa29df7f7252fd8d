#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// A MapKit camera as plain values: the place it looks at, from how far, and how it is turned.
public struct MapKitCamera: Sendable, Hashable, Codable {
  /// The place in the middle.
  public var center: Coordinate
  /// Metres from the camera to the centre.
  public var distanceMeters: Double
  /// Degrees clockwise from north.
  public var heading: Double
  /// Degrees from straight down.
  public var pitch: Double

  /// Half of MapKit's vertical field of view, in degrees. An assumption: MapKit does not document it.
  public static let halfFieldOfView = 15.0

  /// Makes a camera.
  public init(center: Coordinate, distanceMeters: Double, heading: Double = 0, pitch: Double = 0) {
    self.center = center
    self.distanceMeters = distanceMeters
    self.heading = heading
    self.pitch = pitch
  }

  /// The camera that shows the same height of ground at the centre of the padded viewport, at MapKit's scale there.
  ///
  /// With a pitch the two kits draw differently, since their fields of view differ: only the centre agrees.
  ///
  /// - Throws: `CameraError.invalidCamera`, `.invalidViewport`.
  public init(_ camera: Camera, in viewport: Viewport) throws(CameraError) {
    guard camera.isValid else { throw .invalidCamera }
    guard viewport.isValid else { throw .invalidViewport }
    let metersPerPoint = MapScale.metersPerMapPoint(latitude: camera.center.latitude) / camera.pointsPerMapPoint
    self.init(
      center: camera.center, distanceMeters: viewport.height * metersPerPoint * Self.distancePerHeight,
      heading: camera.bearing, pitch: camera.pitch)
  }

  /// Distance over visible height.
  fileprivate static var distancePerHeight: Double { 0.5 / tan(halfFieldOfView * .pi / 180) }
}

extension Camera {
  /// Makes the camera that shows what a MapKit camera shows; the inverse of `MapKitCamera.init(_:in:)`.
  ///
  /// - Throws: `CameraError.invalidCamera` when the distance is not above 0, `.invalidViewport`.
  public init(_ camera: MapKitCamera, in viewport: Viewport) throws(CameraError) {
    guard viewport.isValid else { throw .invalidViewport }
    guard camera.distanceMeters > 0 else { throw .invalidCamera }
    let metersPerPoint = camera.distanceMeters / MapKitCamera.distancePerHeight / viewport.height
    let scale = MapScale.metersPerMapPoint(latitude: camera.center.latitude) / metersPerPoint
    self.init(center: camera.center, zoom512: log2(scale) + 19, bearing: camera.heading, pitch: camera.pitch)
    guard isValid else { throw .invalidCamera }
  }
}

/// The cases of SwiftUI's MapCameraPosition as plain values.
public indirect enum MapPosition: Sendable, Hashable, Codable {
  /// Whatever shows the content.
  case automatic
  /// A region.
  case region(Region)
  /// A rectangle on the plane.
  case rect(MapRect)
  /// A camera.
  case camera(MapKitCamera)
  /// The user's place, and what to show while it is not known.
  case userLocation(followsHeading: Bool, fallback: MapPosition)
}

extension MapPosition {
  /// What resolving a position depends on.
  public struct Context: Sendable, Hashable {
    /// The view.
    public var viewport: Viewport
    /// The content, for `automatic`; nil when there is none.
    public var content: CameraTarget?
    /// The user's place; nil when not known.
    public var userLocation: Coordinate?
    /// The user's heading in degrees clockwise from north; nil when not known.
    public var userHeading: Double?
    /// The zoom for the user's place, in tiles of 512 points.
    public var userZoom512 = 15.0

    /// Makes a context for a viewport, in which nothing else is known.
    public init(viewport: Viewport) {
      self.viewport = viewport
    }
  }

  /// The camera for a position; nil when it asks for content or a user's place and there is none.
  ///
  /// - Throws: as `CameraFit.camera(showing:)`.
  public func resolved(in context: Context) throws(CameraError) -> Camera? {
    let fit = CameraFit(in: context.viewport)
    switch self {
    case .automatic:
      guard let content = context.content else { return nil }
      return try fit.camera(showing: content)
    case .region(let region): return try fit.camera(showing: .rect(MapRect(region)))
    case .rect(let rect): return try fit.camera(showing: .rect(rect))
    case .camera(let camera): return try Camera(camera, in: context.viewport)
    case .userLocation(let followsHeading, let fallback):
      guard let place = context.userLocation else { return try fallback.resolved(in: context) }
      let bearing = followsHeading ? context.userHeading ?? 0 : 0
      return Camera(center: place, zoom512: context.userZoom512, bearing: bearing)
    }
  }
}
