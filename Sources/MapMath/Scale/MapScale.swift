/// Meters per map point and per degree, as MapKit computes them.
///
/// MapKit uses the classic truncated series for the length of a degree, which reproduces its values bit for bit. For
/// true distances use `Geodesic`.
public enum MapScale {
  /// The greatest latitude, in degrees, with a scale of its own.
  ///
  /// Latitudes beyond it use its scale, because MapKit's values there are of no use.
  public static let maximumLatitude = 84.5

  /// The length in meters of one degree of latitude, centered on a latitude in degrees.
  @inlinable
  public static func metersPerDegreeOfLatitude(_ latitude: Double) -> Double {
    let p = latitude * .pi / 180
    return 111_132.92 - 559.82 * cos(2 * p) + 1.175 * cos(4 * p) - 0.0023 * cos(6 * p)
  }

  /// The length in meters of one degree of longitude at a latitude in degrees. Falls to about zero at the poles.
  @inlinable
  public static func metersPerDegreeOfLongitude(_ latitude: Double) -> Double {
    let p = latitude * .pi / 180
    return 111_412.84 * cos(p) - 93.5 * cos(3 * p) + 0.118 * cos(5 * p)
  }

  /// The meters that one map point spans at a latitude in degrees, clamped to +-`maximumLatitude`. Always positive.
  ///
  /// The length of a degree of latitude divided by the map points of the one-degree band centered on the latitude;
  /// the same along both axes.
  @inlinable
  public static func metersPerMapPoint(latitude: Double) -> Double {
    let center = min(max(latitude, -maximumLatitude), maximumLatitude)
    let north = Mercator.y(latitude: center + 0.5) * MapPoint.worldSide
    let south = Mercator.y(latitude: center - 0.5) * MapPoint.worldSide
    return metersPerDegreeOfLatitude(center) / (south - north)
  }

  /// The map points that one meter spans at a latitude in degrees: the reciprocal of `metersPerMapPoint(latitude:)`.
  @inlinable
  public static func mapPointsPerMeter(latitude: Double) -> Double {
    1 / metersPerMapPoint(latitude: latitude)
  }
}
