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
  /// The values that decide which camera a position is.
  public struct Context: Sendable, Hashable {
    /// The view.
    public var viewport: MapViewport
    /// The content, for `automatic`; nil when there is none.
    public var content: CameraTarget?
    /// The user's coordinate; nil when not known.
    public var userLocation: Coordinate?
    /// The user's heading in degrees clockwise from north; nil when not known.
    public var userHeading: Double?
    /// The zoom for the user's coordinate, in tiles of 512 points.
    public var userZoom512 = 15.0

    /// Makes a context for a viewport, in which nothing else is known.
    public init(viewport: MapViewport) {
      self.viewport = viewport
    }
  }

  /// The camera for a position; nil if it needs content or a user's coordinate and there is none.
  ///
  /// - Throws: as `CameraFit.camera(showing:)`, and `CameraError.nothingToFit` for a region without size or one that a
  ///   map cannot show: see `Region.clampedToMap()`.
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
