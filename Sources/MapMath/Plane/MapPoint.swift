/// A position on MapKit's plane, which is a square of 2^28 map points per side. The origin is at the northwestern
/// corner. The x coordinate increases eastward, and the y coordinate increases southward.
public struct MapPoint: Sendable, Hashable, Codable {
  /// The distance east of longitude -180, in map points.
  public var x: Double
  /// The distance south of the northern edge of the world, in map points.
  public var y: Double

  /// The length of the world's side, which is 2^28 map points.
  public static let worldSide = 268_435_456.0

  /// Creates a point from an x coordinate and a y coordinate, in map points.
  public init(x: Double, y: Double) {
    self.x = x
    self.y = y
  }

  /// Creates the map point of the given coordinate, as MapKit computes it.
  ///
  /// The latitude is clamped to ±85, but the longitude is not wrapped to -180..<180. An invalid coordinate, such as one
  /// with a longitude of 190, results in (-1, -1). The order of operations reproduces five recorded values of
  /// `MKMapPointForCoordinate` bit for bit.
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

  /// The coordinate of this point. The longitude is not wrapped to -180..<180, and the latitude is not clamped to the
  /// edges of the world.
  public var coordinate: Coordinate {
    Coordinate(
      latitude: Mercator.latitude(y: y / Self.worldSide),
      longitude: Mercator.longitude(x: x / Self.worldSide))
  }
}

extension MapPoint {
  /// Creates the map point of any finite coordinate. The longitude is not wrapped to -180..<180, and the latitude is
  /// clamped to ±85.0511287798066.
  ///
  /// Unlike MapKit's conversion, this initializer supports positions beyond the eastern and western edges of the world,
  /// and it never results in (-1, -1).
  public init(unwrapped coordinate: Coordinate) {
    self.init(coordinate, latitudeLimit: Mercator.maximumLatitude)
  }

  /// The point, moved east or west by whole world widths so that the x coordinate is in the range 0..<2^28.
  public var wrapped: MapPoint {
    if x >= 0 && x < Self.worldSide { return self }
    return MapPoint(x: positiveRemainder(of: x, dividedBy: Self.worldSide), y: y)
  }

  /// Returns the map points of a line or ring of coordinates, joining successive points by the shorter way around the
  /// world.
  ///
  /// Each longitude is replaced by the equivalent longitude that is nearest to the previous one, as in
  /// `Longitude.nearest(_:to:)`. Therefore, a ring that crosses the antimeridian stays connected and extends below x =
  /// 0 or beyond x = 2^28. Otherwise, coordinates are converted as in `init(unwrapped:)`.
  ///
  /// - Complexity: O(n), where n is the number of coordinates.
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
