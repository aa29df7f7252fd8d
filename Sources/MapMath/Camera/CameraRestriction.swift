/// Limits on the center, zoom, and pitch of a camera.
public struct CameraRestriction: Sendable, Hashable, Codable {
  /// The bounds within which the center of a camera must lie. The bounds cross the antimeridian if the western edge is
  /// at a greater longitude than the eastern edge.
  public struct Bounds: Sendable, Hashable, Codable {
    /// The southwestern corner of the bounds.
    public var southwest: Coordinate
    /// The northeastern corner of the bounds.
    public var northeast: Coordinate

    /// Creates bounds from a southwestern and a northeastern corner.
    public init(southwest: Coordinate, northeast: Coordinate) {
      self.southwest = southwest
      self.northeast = northeast
    }
  }

  /// The bounds within which the center must lie, or `nil` if the center is not limited. The visible area may extend
  /// beyond the bounds.
  public var bounds: Bounds?
  /// The minimum zoom for 512-point tiles.
  public var minimumZoom512 = 0.0
  /// The maximum zoom for 512-point tiles.
  public var maximumZoom512 = 22.0
  /// The minimum pitch, in degrees from straight down.
  public var minimumPitch = 0.0
  /// The maximum pitch, in degrees from straight down. The value must be less than 90.
  public var maximumPitch = 85.0
  /// Whether the world must fill the height of the viewport, as in MapLibre Native. If this property is `true`, the
  /// zoom for 512-point tiles is at least log2(height / 512).
  public var worldFillsHeight = false

  /// The range of zooms for 512-point tiles that Mapbox maps accept.
  public static let mapboxZooms512 = 0.0...25.5

  /// Creates the restriction that Mapbox uses by default. The zoom is in the range 0...22, the pitch is in the range
  /// 0...85, and there are no bounds.
  public init() {}

  /// Whether every number is finite and in range, and no minimum exceeds the corresponding maximum.
  public var isValid: Bool {
    let zooms = minimumZoom512 <= maximumZoom512 && abs(minimumZoom512) <= 64 && abs(maximumZoom512) <= 64
    let pitches = minimumPitch >= 0 && minimumPitch <= maximumPitch && maximumPitch < 90
    guard zooms, pitches else { return false }
    guard let bounds else { return true }
    let corners = [bounds.southwest, bounds.northeast]
    return bounds.southwest.latitude <= bounds.northeast.latitude && corners.allSatisfy(\.isValid)
  }
}

extension Camera {
  /// Returns the nearest camera that satisfies the given restriction.
  ///
  /// The zoom, pitch, latitude, and longitude each change as little as possible. A longitude outside the bounds moves
  /// to the nearer edge, even across the antimeridian. A camera that already satisfies the restriction is returned
  /// unchanged.
  ///
  /// - Throws: `CameraError.invalidCamera` or `.invalidViewport` if the camera or the viewport is invalid, or
  ///   `.invalidRestriction` if the restriction is invalid or the world cannot fill the height of the viewport at the
  ///   maximum zoom.
  public func restricted(to restriction: CameraRestriction, in viewport: MapViewport) throws(CameraError) -> Camera {
    guard isValid else { throw .invalidCamera }
    guard viewport.isValid else { throw .invalidViewport }
    guard restriction.isValid else { throw .invalidRestriction }
    var least = restriction.minimumZoom512
    if restriction.worldFillsHeight { least = max(least, log2(viewport.height / Camera.baseTileSize)) }
    guard least <= restriction.maximumZoom512 else { throw .invalidRestriction }
    var camera = self
    camera.zoom512 = min(max(zoom512, least), restriction.maximumZoom512)
    camera.pitch = min(max(pitch, restriction.minimumPitch), restriction.maximumPitch)
    if let bounds = restriction.bounds { camera.center = bounds.nearest(to: center) }
    return camera
  }
}

extension CameraRestriction.Bounds {
  /// Returns whether the given coordinate is inside the bounds or on an edge. The coordinate may be on any copy of the
  /// world.
  public func contains(_ coordinate: Coordinate) -> Bool {
    nearest(to: coordinate) == coordinate
  }

  /// The coordinate itself if inside, else the nearest one on the plane; of two edges equally far, the western.
  func nearest(to coordinate: Coordinate) -> Coordinate {
    let latitude = min(max(coordinate.latitude, southwest.latitude), northeast.latitude)
    let (west, east) = (southwest.longitude, northeast.longitude)
    let width = west <= east ? east - west : east + 360 - west
    // The coordinate's own longitude, or a copy of it, east of the western edge by less than a turn.
    let beyond = coordinate.longitude - west
    let turned = beyond - 360 * (beyond / 360).rounded(.down)
    let isInside = turned <= width || [-360, 0, 360].contains { coordinate.longitude + $0 == east }
    guard !isInside else { return Coordinate(latitude: latitude, longitude: coordinate.longitude) }
    return Coordinate(latitude: latitude, longitude: turned - width < 360 - turned ? east : west)
  }
}
