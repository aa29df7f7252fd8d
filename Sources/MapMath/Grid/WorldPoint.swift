/// A position on the world grid: 2^32 units per side, 9.3 mm at the equator, x east and y south.
///
/// Every position is rounded to this grid once, right after projection. All later decisions use these integers, so
/// they are exact and the same on every machine. x wraps at the antimeridian; y is clamped at +-85.0511287798066
/// degrees.
public struct WorldPoint: Sendable, Hashable {
  /// Units east of longitude -180.
  public var x: UInt32
  /// Units south of latitude 85.0511287798066.
  public var y: UInt32

  /// Makes a point from grid units.
  @inlinable
  public init(x: UInt32, y: UInt32) {
    self.x = x
    self.y = y
  }

  /// The grid point nearest to a coordinate. Longitude wraps, latitude is clamped.
  ///
  /// - Precondition: both numbers are finite.
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

  /// The coordinate of this grid point, longitude in -180..<180.
  @inlinable
  public var coordinate: Coordinate {
    Coordinate(
      latitude: Mercator.latitude(y: Double(y) / WorldGrid.side),
      longitude: Mercator.longitude(x: Double(x) / WorldGrid.side))
  }
}

/// The scale of the world grid, and its unwrapped coordinates as doubles that hold whole numbers.
///
/// Lines and polygons need positions beyond the antimeridian, so they store grid units as doubles, which are exact up
/// to 2^53.
public enum WorldGrid {
  /// Grid units along one side of the world: 2^32.
  public static let side = 4_294_967_296.0

  /// Grid units along one side of a tile of a zoom in 0...32.
  @inlinable
  public static func tileSide(zoom: Int) -> UInt64 {
    1 << UInt64(32 - zoom)
  }

  /// Whole grid units east of longitude -180, not wrapped: longitude 180 is 2^32.
  @inlinable
  public static func x(longitude: Double) -> Double {
    (Mercator.x(longitude: longitude) * side + 0.5).rounded(.down)
  }

  /// Whole grid units south of the northern edge, clamped to 0...2^32.
  @inlinable
  public static func y(latitude: Double) -> Double {
    let clamped = min(max(latitude, -Mercator.maximumLatitude), Mercator.maximumLatitude)
    return min(max((Mercator.y(latitude: clamped) * side + 0.5).rounded(.down), 0), side)
  }

  /// The longitude in degrees of unwrapped grid units.
  @inlinable
  public static func longitude(x: Double) -> Double {
    Mercator.longitude(x: x / side)
  }

  /// The latitude in degrees of grid units.
  @inlinable
  public static func latitude(y: Double) -> Double {
    Mercator.latitude(y: y / side)
  }
}
