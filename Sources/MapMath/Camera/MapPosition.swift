/// The camera position of a SwiftUI map as plain values. Each case corresponds to a kind of `MapCameraPosition`.
public indirect enum MapPosition: Sendable, Hashable, Codable {
  /// A position that shows the whole content of the map.
  case automatic
  /// A position that shows a region.
  case region(Region)
  /// A position that shows a rectangle on the plane.
  case rect(MapRect)
  /// A position that shows the view of a camera.
  case camera(MapKitCamera)
  /// A position that follows the user's location, with a fallback to show while the location is unknown.
  case userLocation(followsHeading: Bool, fallback: MapPosition)
}

extension MapPosition {
  /// The values that determine the camera for a position.
  public struct Context: Sendable, Hashable {
    /// The viewport of the map.
    public var viewport: MapViewport
    /// The map content that the position `automatic` shows, or `nil` if there is no content.
    public var content: CameraTarget?
    /// The location of the user, or `nil` if it is unknown.
    public var userLocation: Coordinate?
    /// The heading of the user, in degrees clockwise from north, or `nil` if it is unknown.
    public var userHeading: Double?
    /// The zoom for 512-point tiles to use when the map follows the user.
    public var userZoom512 = 15.0

    /// Creates a context for the given viewport, without content or a user location.
    public init(viewport: MapViewport) {
      self.viewport = viewport
    }
  }

  /// Returns the camera for this position in the given context, or `nil` if the position needs content or a user
  /// location that the context lacks.
  ///
  /// - Throws: `CameraError.nothingToFit` for a region that has no size or that `Region.clampedToMap()` cannot clamp,
  ///   or any error that `CameraFit.camera(showing:)` or `Camera.init(_:in:padding:)` throws.
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
