/// A position on the world grid, which has 2^32 units per side. Each unit is 9.3 mm long at the equator.
///
/// Every position is rounded to this grid once, right after projection. All later computations use these integers, so
/// the results are exact and the same on every machine. The x coordinate increases eastward and wraps at the
/// antimeridian. The y coordinate increases southward and is clamped at ±85.0511287798066 degrees of latitude.
public struct WorldPoint: Sendable, Hashable {
  /// The distance east of longitude -180, in grid units.
  public var x: UInt32
  /// The distance south of latitude 85.0511287798066, in grid units.
  public var y: UInt32

  /// Creates a point from an x coordinate and a y coordinate, in grid units.
  @inlinable
  public init(x: UInt32, y: UInt32) {
    self.x = x
    self.y = y
  }

  /// Creates the grid point that is nearest to the given coordinate. The longitude is wrapped, and the latitude is
  /// clamped.
  ///
  /// - Precondition: The latitude and the longitude are finite.
  @inlinable
  public init(_ coordinate: Coordinate) {
    var longitude = coordinate.longitude
    // Farther out the number of grid units does not fit 64 bits.
    if abs(longitude) > 0x1p36 { longitude = longitude.truncatingRemainder(dividingBy: 360) }
    let x = (Mercator.x(longitude: longitude) * WorldGrid.side + 0.5).rounded(.down)
    let y = WorldGrid.y(latitude: coordinate.latitude)
    self.x = UInt32(truncatingIfNeeded: Int64(x))
    self.y = UInt32(min(y, WorldGrid.side - 1))
  }

  /// The coordinate of this grid point, with a longitude in the range -180..<180.
  @inlinable
  public var coordinate: Coordinate {
    Coordinate(
      latitude: Mercator.latitude(y: Double(y) / WorldGrid.side),
      longitude: Mercator.longitude(x: Double(x) / WorldGrid.side))
  }
}

/// The dimensions of the world grid, and conversions to and from unwrapped grid coordinates.
///
/// Lines and polygons need positions beyond the antimeridian, so they store whole grid units as floating-point numbers,
/// which are exact up to 2^53.
public enum WorldGrid {
  /// The length of the world's side, which is 2^32 grid units.
  public static let side = 4_294_967_296.0

  /// Returns the length of a tile's side, in grid units, at the given zoom level. The level must be in the range
  /// 0...32.
  @inlinable
  public static func tileSide(zoom: Int) -> UInt64 {
    1 << UInt64(32 - zoom)
  }

  /// Returns the eastward distance from longitude -180 to the given longitude, as a whole number of grid units. The
  /// longitude is in degrees. The distance is not wrapped at the antimeridian, so the distance to longitude 180 is 2^32.
  @inlinable
  public static func x(longitude: Double) -> Double {
    (Mercator.x(longitude: longitude) * side + 0.5).rounded(.down)
  }

  /// Returns the distance, in whole grid units, from the northern edge of the world to the given latitude, in degrees.
  /// The distance is clamped to 0...2^32.
  @inlinable
  public static func y(latitude: Double) -> Double {
    let clamped = min(max(latitude, -Mercator.maximumLatitude), Mercator.maximumLatitude)
    return min(max((Mercator.y(latitude: clamped) * side + 0.5).rounded(.down), 0), side)
  }

  /// Returns the longitude, in degrees, at the given x coordinate, in grid units. The coordinate may be beyond the
  /// antimeridian.
  @inlinable
  public static func longitude(x: Double) -> Double {
    Mercator.longitude(x: x / side)
  }

  /// Returns the latitude, in degrees, at the given y coordinate, in grid units.
  @inlinable
  public static func latitude(y: Double) -> Double {
    Mercator.latitude(y: y / side)
  }
}
