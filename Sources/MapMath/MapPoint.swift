/// A position on MapKit's plane: a square of 2^28 map points a side, origin north-west, x east, y south.
///
/// Derived, never stored: what is stored is longitude and latitude.
public struct MapPoint: Sendable, Hashable, Codable {
  /// Map points east of longitude -180.
  public var x: Double
  /// Map points south of the northern edge.
  public var y: Double

  /// Map points along one side of the world: 2^28.
  public static let worldSide = 268_435_456.0

  /// Makes a point from map points.
  public init(x: Double, y: Double) {
    self.x = x
    self.y = y
  }

  /// The map point of a coordinate, as MapKit computes it.
  ///
  /// Latitude is clamped to +-85 first; a coordinate that is not valid gives (-1, -1). Nothing wraps.
  /// Source: recorded values of MKMapPointForCoordinate; five of them are reproduced bit for bit by this order of
  /// operations.
  public init(_ coordinate: Coordinate) {
    guard coordinate.isValid else {
      self.init(x: -1, y: -1)
      return
    }
    let latitude = min(max(coordinate.latitude, -85), 85)
    self.init(
      x: Mercator.x(longitude: coordinate.longitude) * Self.worldSide,
      y: Mercator.y(latitude: latitude) * Self.worldSide)
  }

  /// The coordinate of this point; not clamped.
  public var coordinate: Coordinate {
    Coordinate(
      latitude: Mercator.latitude(y: y / Self.worldSide),
      longitude: Mercator.longitude(x: x / Self.worldSide))
  }
}

/// A rectangle in map points.
public struct MapRect: Sendable, Hashable, Codable {
  /// The north-western corner.
  public var origin: MapPoint
  /// The width, eastward.
  public var width: Double
  /// The height, southward.
  public var height: Double

  /// Makes a rectangle from its north-western corner and its size in map points.
  public init(origin: MapPoint, width: Double, height: Double) {
    self.origin = origin
    self.width = width
    self.height = height
  }
}
