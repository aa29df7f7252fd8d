/// A position on the WGS84 ellipsoid, in degrees.
///
/// Nothing wraps or clamps on construction: a coordinate holds its numbers unchanged. Use `isValid` to check them, and
/// `Longitude.wrapped(_:)` to wrap explicitly.
public struct Coordinate: Sendable, Hashable, Codable {
  /// Geodetic latitude in degrees, north positive.
  public var latitude: Double
  /// Longitude in degrees, east positive.
  public var longitude: Double

  /// Makes a coordinate from degrees.
  public init(latitude: Double, longitude: Double) {
    self.latitude = latitude
    self.longitude = longitude
  }

  /// Whether both numbers are finite, latitude lies in -90...90 and longitude in -180...180.
  public var isValid: Bool {
    abs(latitude) <= 90 && abs(longitude) <= 180
  }

  /// The coordinate with its longitude in -180..<180. Idempotent.
  public var wrapped: Coordinate {
    Coordinate(latitude: latitude, longitude: Longitude.wrapped(longitude))
  }
}

/// Operations on longitudes in degrees.
public enum Longitude {
  /// The equivalent longitude in -180..<180. Idempotent.
  public static func wrapped(_ degrees: Double) -> Double {
    if degrees >= -180 && degrees < 180 { return degrees }
    let turned = (degrees + 180).truncatingRemainder(dividingBy: 360)
    let positive = turned < 0 ? turned + 360 : turned
    // A tiny negative remainder plus 360 can round to 360 itself.
    return positive >= 360 ? -180 : positive - 180
  }

  /// The signed shortest turn from one longitude to another, in -180..<180 degrees.
  public static func shortestTurn(from: Double, to: Double) -> Double {
    wrapped(to - from)
  }

  /// The copy of a longitude, whole turns away, that lies at most half a turn from another longitude.
  ///
  /// MapKit joins the vertices of lines and polygons in this way. If both ways are equally long, the one that does
  /// not cross the antimeridian counts. A longitude that needs no turn stays the same, in every digit.
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
