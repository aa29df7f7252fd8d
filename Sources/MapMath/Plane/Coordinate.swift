/// A position on the WGS84 ellipsoid, in degrees.
///
/// Initializers do not wrap or clamp the values. Use `isValid` to check them, and `Longitude.wrapped(_:)` to wrap
/// explicitly.
public struct Coordinate: Sendable, Hashable, Codable {
  /// The geodetic latitude in degrees, positive to the north.
  public var latitude: Double
  /// The longitude in degrees, positive to the east.
  public var longitude: Double

  /// Creates a coordinate from degrees.
  public init(latitude: Double, longitude: Double) {
    self.latitude = latitude
    self.longitude = longitude
  }

  /// Whether both numbers are finite, with the latitude in -90...90 and the longitude in -180...180.
  public var isValid: Bool {
    abs(latitude) <= 90 && abs(longitude) <= 180
  }

  /// The coordinate with its longitude wrapped to -180..<180.
  public var wrapped: Coordinate {
    Coordinate(latitude: latitude, longitude: Longitude.wrapped(longitude))
  }
}

/// Operations on longitudes in degrees.
public enum Longitude {
  /// Returns the equivalent longitude in -180..<180.
  public static func wrapped(_ degrees: Double) -> Double {
    if degrees >= -180 && degrees < 180 { return degrees }
    return positiveRemainder(of: degrees + 180, dividedBy: 360) - 180
  }

  /// Returns the shortest signed rotation from one longitude to another, in -180..<180 degrees.
  public static func shortestTurn(from: Double, to: Double) -> Double {
    wrapped(to - from)
  }

  /// Returns the equivalent of a longitude that is at most 180 degrees from a reference longitude.
  ///
  /// MapKit joins the vertices of lines and polygons in this way. If both directions are equally long, the one that
  /// does not cross the antimeridian is used. A longitude that is already within 180 degrees is returned unchanged.
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
