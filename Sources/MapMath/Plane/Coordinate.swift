/// A position on the WGS84 ellipsoid, in degrees.
///
/// Initializers do not wrap or clamp the values. To check the values, use `isValid`. To wrap a longitude, use
/// `Longitude.wrapped(_:)`.
public struct Coordinate: Sendable, Hashable, Codable {
  /// The geodetic latitude, in degrees, positive to the north.
  public var latitude: Double
  /// The longitude, in degrees, positive to the east.
  public var longitude: Double

  /// Creates a coordinate from a latitude and a longitude, in degrees.
  public init(latitude: Double, longitude: Double) {
    self.latitude = latitude
    self.longitude = longitude
  }

  /// Whether both numbers are finite, with the latitude in the range -90...90 and the longitude in the range
  /// -180...180.
  public var isValid: Bool {
    abs(latitude) <= 90 && abs(longitude) <= 180
  }

  /// The coordinate with the longitude wrapped to -180..<180.
  public var wrapped: Coordinate {
    Coordinate(latitude: latitude, longitude: Longitude.wrapped(longitude))
  }
}

/// Operations on longitudes, in degrees.
public enum Longitude {
  /// Returns the longitude in the range -180..<180 that is equivalent to the given longitude. For example, the result
  /// for 190 is -170.
  public static func wrapped(_ degrees: Double) -> Double {
    if degrees >= -180 && degrees < 180 { return degrees }
    return positiveRemainder(of: degrees + 180, dividedBy: 360) - 180
  }

  /// Returns the shortest signed rotation from one longitude to another, in degrees. The result is in the range
  /// -180..<180.
  public static func shortestTurn(from: Double, to: Double) -> Double {
    wrapped(to - from)
  }

  /// Returns the longitude that is equivalent to the given longitude and at most 180 degrees from the reference
  /// longitude. For example, the result for -170 near the reference 170 is 190.
  ///
  /// MapKit uses the same rule to join the vertices of lines and polygons. If there are two such longitudes, the result
  /// is the one that is reached without crossing the antimeridian. A longitude that is already within 180 degrees of
  /// the reference is returned unchanged.
  public static func nearest(_ degrees: Double, to reference: Double) -> Double {
    if abs(degrees - reference) <= 180 { return degrees }
    let (from, to) = (inWorld(reference), inWorld(degrees))
    var turn = to - from
    if turn > 180 { turn -= 360 } else if turn < -180 { turn += 360 }
    return degrees + 360 * ((reference + turn - degrees) / 360).rounded()
  }

  /// The equivalent longitude in -180...180: both edges stay.
  private static func inWorld(_ degrees: Double) -> Double { abs(degrees) <= 180 ? degrees : wrapped(degrees) }
}

/// The remainder of a division in 0..<divisor, never -0.
func positiveRemainder(of number: Double, dividedBy divisor: Double) -> Double {
  let rest = number.truncatingRemainder(dividingBy: divisor)
  let positive = rest < 0 ? rest + divisor : rest
  // A tiny negative remainder plus the divisor can round to the divisor itself. Adding 0 makes -0 positive.
  return positive >= divisor ? 0 : positive + 0
}
