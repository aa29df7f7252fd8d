/// Limits for a camera.
public struct CameraRestriction: Sendable, Hashable, Codable {
  /// The coordinates that the center may have. If west is greater than east, they cross the antimeridian.
  public struct Bounds: Sendable, Hashable, Codable {
    /// The south-western corner.
    public var southwest: Coordinate
    /// The north-eastern corner.
    public var northeast: Coordinate

    /// Makes bounds from two corners.
    public init(southwest: Coordinate, northeast: Coordinate) {
      self.southwest = southwest
      self.northeast = northeast
    }
  }

  /// Bounds on the center, not on what is visible; nil for none.
  public var bounds: Bounds?
  /// The lowest zoom, in tiles of 512 points.
  public var minimumZoom512 = 0.0
  /// The highest zoom, in tiles of 512 points.
  public var maximumZoom512 = 22.0
  /// The smallest pitch in degrees.
  public var minimumPitch = 0.0
  /// The greatest pitch in degrees, below 90.
  public var maximumPitch = 85.0
  /// Whether the world must fill the viewport's height, as in MapLibre Native: the zoom is then at least log2(height
  /// / 512).
  public var worldFillsHeight = false

  /// The zooms that Mapbox maps accept, in tiles of 512 points.
  public static let mapboxZooms512 = 0.0...25.5

  /// Makes the default restriction of Mapbox: zooms 0...22 and pitches 0...85, anywhere.
  public init() {}

  /// Whether every number is finite and no minimum exceeds its maximum.
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
  /// The nearest camera that keeps a restriction; the same camera if it keeps it already.
  ///
  /// Zoom, pitch, latitude and longitude each move as little as possible, the longitude to the nearer edge around the
  /// world. Idempotent.
  ///
  /// - Throws: `CameraError.invalidCamera`, `.invalidViewport`, and `.invalidRestriction` also when the world cannot fill
  ///   the height below the greatest zoom.
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
  /// Whether a coordinate lies inside, edges included, on whichever copy of the world.
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
