/// A position on MapKit's plane, a square of 2^28 map points per side. The origin is in the northwest; x increases to
/// the east and y to the south.
public struct MapPoint: Sendable, Hashable, Codable {
  /// The distance east of longitude -180, in map points.
  public var x: Double
  /// The distance south of the northern edge, in map points.
  public var y: Double

  /// The side of the world in map points: 2^28.
  public static let worldSide = 268_435_456.0

  /// Creates a point from its coordinates in map points.
  public init(x: Double, y: Double) {
    self.x = x
    self.y = y
  }

  /// Creates the map point of a coordinate, as MapKit computes it.
  ///
  /// The latitude is first clamped to ±85; an invalid coordinate results in (-1, -1). Nothing wraps. Source: recorded
  /// values of MKMapPointForCoordinate, five of which this order of operations reproduces bit for bit.
  public init(_ coordinate: Coordinate) {
    guard coordinate.isValid else {
      self.init(x: -1, y: -1)
      return
    }
    self.init(coordinate, latitudeLimit: 85)
  }

  /// The point of a coordinate with its latitude clamped to +-`latitudeLimit`.
  private init(_ coordinate: Coordinate, latitudeLimit: Double) {
    let latitude = min(max(coordinate.latitude, -latitudeLimit), latitudeLimit)
    self.init(
      x: Mercator.x(longitude: coordinate.longitude) * Self.worldSide,
      y: Mercator.y(latitude: latitude) * Self.worldSide)
  }

  /// The coordinate of this point, without clamping.
  public var coordinate: Coordinate {
    Coordinate(
      latitude: Mercator.latitude(y: y / Self.worldSide),
      longitude: Mercator.longitude(x: x / Self.worldSide))
  }
}

extension MapPoint {
  /// Creates the map point of any finite coordinate. The longitude is not wrapped; the latitude is clamped to
  /// ±85.0511287798066.
  ///
  /// Unlike MapKit's conversion, it continues beyond the eastern and western edges of the world, and never results in
  /// (-1, -1).
  public init(unwrapped coordinate: Coordinate) {
    self.init(coordinate, latitudeLimit: Mercator.maximumLatitude)
  }

  /// The point moved east or west by whole world widths, so that x is in 0..<2^28.
  public var wrapped: MapPoint {
    if x >= 0 && x < Self.worldSide { return self }
    return MapPoint(x: positiveRemainder(of: x, dividedBy: Self.worldSide), y: y)
  }

  /// Returns the map points of a line or ring of coordinates, joined by the shorter way around the world.
  ///
  /// Each longitude is the nearest to the previous one, as in `Longitude.nearest(_:to:)`, so a ring across the
  /// antimeridian stays connected and extends beyond 0 or 2^28. Otherwise, the conversion is that of
  /// `init(unwrapped:)`. O(n).
  public static func unwrapped(_ coordinates: some Sequence<Coordinate>) -> [MapPoint] {
    unwrapped(coordinates, latitudeLimit: Mercator.maximumLatitude)
  }

  /// The same with latitudes clamped to +-`latitudeLimit`.
  static func unwrapped(_ coordinates: some Sequence<Coordinate>, latitudeLimit: Double) -> [MapPoint] {
    var before: Double?
    return coordinates.map { coordinate in
      let longitude = before.map { Longitude.nearest(coordinate.longitude, to: $0) } ?? coordinate.longitude
      before = longitude
      let joined = Coordinate(latitude: coordinate.latitude, longitude: longitude)
      return MapPoint(joined, latitudeLimit: latitudeLimit)
    }
  }
}
