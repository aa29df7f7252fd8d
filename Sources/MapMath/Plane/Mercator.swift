/// The spherical (web) Mercator projection onto a unit square.
///
/// x increases to the east from longitude -180, and y to the south from latitude 85.0511287798066. The order of the
/// operations reproduces MapKit's map points bit for bit.
public enum Mercator {
  /// The latitude, in degrees, at which y is 0: 2 atan(e^pi) - 90 degrees.
  public static let maximumLatitude = 85.0511287798066

  /// The Earth's equatorial radius in meters, in WGS84 and on the sphere of EPSG:3857.
  public static let equatorialRadius = 6_378_137.0

  /// Returns the fraction of the world's width that is west of a longitude in degrees. It is outside 0...1 for
  /// longitudes outside -180...180.
  @inlinable
  public static func x(longitude: Double) -> Double {
    (longitude + 180) / 360
  }

  /// Returns the fraction of the world's height that is north of a latitude in degrees. It is not clamped, and it is
  /// infinite at the poles.
  @inlinable
  public static func y(latitude: Double) -> Double {
    let s = sin(latitude * .pi / 180)
    return 0.5 - log((1 + s) / (1 - s)) / (4 * .pi)
  }

  /// Returns the longitude, in degrees, of an x coordinate in the unit square.
  @inlinable
  public static func longitude(x: Double) -> Double {
    x * 360 - 180
  }

  /// Returns the latitude, in degrees, of a y coordinate in the unit square.
  @inlinable
  public static func latitude(y: Double) -> Double {
    (.pi / 2 - 2 * atan(exp((y - 0.5) * (2 * .pi)))) * 180 / .pi
  }
}
