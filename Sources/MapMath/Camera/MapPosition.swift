/// The cases of SwiftUI's MapCameraPosition as plain values.
public indirect enum MapPosition: Sendable, Hashable, Codable {
  /// The content, whatever its camera.
  case automatic
  /// A region.
  case region(Region)
  /// A rectangle on the plane.
  case rect(MapRect)
  /// A camera.
  case camera(MapKitCamera)
  /// The user's coordinate, and what to show while it is not known.
  case userLocation(followsHeading: Bool, fallback: MapPosition)
}

extension MapPosition {
  /// The values that determine the camera for a position.
  public struct Context: Sendable, Hashable {
    /// The viewport of the map.
    public var viewport: MapViewport
    /// The content of the map for `automatic`, or nil if there is none.
    public var content: CameraTarget?
    /// The user's coordinate, or nil if it is unknown.
    public var userLocation: Coordinate?
    /// The user's heading, in degrees clockwise from north, or nil if it is unknown.
    public var userHeading: Double?
    /// The zoom to use at the user's coordinate, for 512-point tiles.
    public var userZoom512 = 15.0

    /// Creates a context for a viewport, without content or user location.
    public init(viewport: MapViewport) {
      self.viewport = viewport
    }
  }

  /// Returns the camera for the position, or nil if the context lacks the content or user location that it needs.
  ///
  /// - Throws: The errors of `CameraFit.camera(showing:)`, and `CameraError.nothingToFit` for a region that has no size
  ///   or that a map cannot show; see `Region.clampedToMap()`.
  public func resolved(in context: Context) throws(CameraError) -> Camera? {
    let fit = CameraFit(in: context.viewport)
    switch self {
    case .automatic:
      guard let content = context.content else { return nil }
      return try fit.camera(showing: content)
    case .region(let region):
      guard let shown = region.clampedToMap(), max(shown.span.latitudeDelta, shown.span.longitudeDelta) > 0 else {
        throw .nothingToFit
      }
      return try fit.camera(showing: .rect(MapRect(shown)))
    case .rect(let rect): return try fit.camera(showing: .rect(rect))
    case .camera(let camera): return try Camera(camera, in: context.viewport)
    case .userLocation(let followsHeading, let fallback):
      guard let coordinate = context.userLocation else { return try fallback.resolved(in: context) }
      let bearing = followsHeading ? context.userHeading ?? 0 : 0
      return Camera(center: coordinate, zoom512: context.userZoom512, bearing: bearing)
    }
  }
}
