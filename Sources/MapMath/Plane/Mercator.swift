/// The spherical Mercator projection onto a unit square, also called Web Mercator.
///
/// The x coordinate increases eastward from longitude -180, and the y coordinate increases southward from latitude
/// 85.0511287798066. The order of operations reproduces MapKit's map points bit for bit.
public enum Mercator {
  /// The latitude, in degrees, at which the y coordinate is 0. The value is 2 atan(e^pi) - 90, rounded to 13 decimal
  /// places.
  public static let maximumLatitude = 85.0511287798066

  /// The equatorial radius of the Earth, in meters. The WGS84 ellipsoid and the sphere of EPSG:3857 share this value.
  public static let equatorialRadius = 6_378_137.0

  /// Returns the fraction of the world's width that lies west of the given longitude, in degrees. The result is outside
  /// 0...1 for longitudes outside -180...180.
  @inlinable
  public static func x(longitude: Double) -> Double {
    (longitude + 180) / 360
  }

  /// Returns the fraction of the world's height that lies north of the given latitude, in degrees. The result is not
  /// clamped to 0...1, and it is infinite at the poles.
  @inlinable
  public static func y(latitude: Double) -> Double {
    let s = sin(latitude * .pi / 180)
    return 0.5 - log((1 + s) / (1 - s)) / (4 * .pi)
  }

  /// Returns the longitude, in degrees, at the given x coordinate in the unit square.
  @inlinable
  public static func longitude(x: Double) -> Double {
    x * 360 - 180
  }

  /// Returns the latitude, in degrees, at the given y coordinate in the unit square.
  @inlinable
  public static func latitude(y: Double) -> Double {
    (.pi / 2 - 2 * atan(exp((y - 0.5) * (2 * .pi)))) * 180 / .pi
  }
}
