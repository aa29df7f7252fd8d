/// A position on MapKit's plane: a square of 2^28 map points per side, with the origin in the northwest, x to the
/// east and y to the south.
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

extension MapPoint {
  /// The map point of any finite coordinate: longitude is not wrapped, latitude is clamped to +-85.0511287798066.
  ///
  /// Unlike MapKit's conversion, it continues beyond the edges of the world in the east and west, and never returns
  /// (-1, -1).
  public init(unwrapped coordinate: Coordinate) {
    let latitude = min(max(coordinate.latitude, -Mercator.maximumLatitude), Mercator.maximumLatitude)
    self.init(
      x: Mercator.x(longitude: coordinate.longitude) * Self.worldSide,
      y: Mercator.y(latitude: latitude) * Self.worldSide)
  }

  /// The point moved east or west by whole turns into 0..<2^28. Idempotent.
  public var wrapped: MapPoint {
    if x >= 0 && x < Self.worldSide { return self }
    let turned = x.truncatingRemainder(dividingBy: Self.worldSide)
    let positive = turned < 0 ? turned + Self.worldSide : turned
    // A tiny negative remainder plus the side can round to the side itself.
    return MapPoint(x: positive >= Self.worldSide ? 0 : positive, y: y)
  }

  /// The map points of a line or ring of coordinates, each on the shorter side of the one before it.
  ///
  /// Longitudes are continued by `Longitude.nearest(_:to:)`, so that a ring over the antimeridian stays whole and
  /// runs beyond 0 or 2^28. Otherwise as `init(unwrapped:)`. O(n).
  public static func unwrapped(_ coordinates: some Sequence<Coordinate>) -> [MapPoint] {
    unwrapped(coordinates, latitudeLimit: Mercator.maximumLatitude)
  }

  /// The same with latitudes clamped to +-`latitudeLimit`.
  static func unwrapped(_ coordinates: some Sequence<Coordinate>, latitudeLimit: Double) -> [MapPoint] {
    var before: Double?
    return coordinates.map { coordinate in
      let longitude = before.map { Longitude.nearest(coordinate.longitude, to: $0) } ?? coordinate.longitude
      before = longitude
      let latitude = min(max(coordinate.latitude, -latitudeLimit), latitudeLimit)
      return MapPoint(unwrapped: Coordinate(latitude: latitude, longitude: longitude))
    }
  }
}
