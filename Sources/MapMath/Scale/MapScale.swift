/// The lengths of map points and degrees, in meters, as MapKit computes them.
///
/// The classic truncated series for the length of a degree reproduces MapKit's values bit for bit. To compute accurate
/// distances, use `Geodesic`.
public enum MapScale {
  /// The maximum latitude, in degrees, for which a scale is computed.
  ///
  /// Higher latitudes use the scale at this latitude, because MapKit's values for higher latitudes are not useful.
  public static let maximumLatitude = 84.5

  /// Returns the length, in meters, of one degree of latitude centered on the given latitude, in degrees.
  @inlinable
  public static func metersPerDegreeOfLatitude(_ latitude: Double) -> Double {
    let p = latitude * .pi / 180
    return 111_132.92 - 559.82 * cos(2 * p) + 1.175 * cos(4 * p) - 0.0023 * cos(6 * p)
  }

  /// Returns the length, in meters, of one degree of longitude at the given latitude, in degrees. The length decreases
  /// to about zero at the poles.
  @inlinable
  public static func metersPerDegreeOfLongitude(_ latitude: Double) -> Double {
    let p = latitude * .pi / 180
    return 111_412.84 * cos(p) - 93.5 * cos(3 * p) + 0.118 * cos(5 * p)
  }

  /// Returns the number of meters per map point at the given latitude, in degrees.
  ///
  /// The latitude is clamped to ±`maximumLatitude`, and the result is always positive. The result is the length of a
  /// degree of latitude divided by the height, in map points, of the one-degree band that is centered on the latitude.
  /// The same number applies to both axes.
  @inlinable
  public static func metersPerMapPoint(latitude: Double) -> Double {
    let center = min(max(latitude, -maximumLatitude), maximumLatitude)
    let north = Mercator.y(latitude: center + 0.5) * MapPoint.worldSide
    let south = Mercator.y(latitude: center - 0.5) * MapPoint.worldSide
    return metersPerDegreeOfLatitude(center) / (south - north)
  }

  /// Returns the number of map points per meter at the given latitude, in degrees. The result is the reciprocal of
  /// `metersPerMapPoint(latitude:)`.
  @inlinable
  public static func mapPointsPerMeter(latitude: Double) -> Double {
    1 / metersPerMapPoint(latitude: latitude)
  }
}
