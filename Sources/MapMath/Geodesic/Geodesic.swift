/// The shortest lines on the WGS84 ellipsoid.
///
/// Solves the direct problem (the end of a line) and the inverse problem (the line between two points). The error is
/// below 15 nm. Source: Karney 2013, "Algorithms for geodesics", series of order 6.
public enum Geodesic {
  /// The end of a geodesic.
  public struct Destination: Sendable, Hashable {
    /// The coordinate of the end, with a longitude in -180..<180.
    public var coordinate: Coordinate
    /// The azimuth at the end, in degrees clockwise from north, -180...180.
    public var finalAzimuth: Double
  }

  /// The shortest line between two points.
  public struct Line: Sendable, Hashable {
    /// The length of the line in meters.
    public var meters: Double
    /// The azimuth at the start, in degrees clockwise from north, -180...180.
    public var initialAzimuth: Double
    /// The azimuth at the end, in degrees clockwise from north, -180...180.
    public var finalAzimuth: Double
  }

  /// Returns the end of the geodesic from a valid coordinate with an azimuth in degrees clockwise from north.
  ///
  /// O(1). `GeodesicOrigin` is faster for many lines from one point.
  public static func direct(from start: Coordinate, azimuth: Double, meters: Double) -> Destination {
    let (s, c) = Degrees.sinCos(azimuth)
    let end = GeodesicOrigin(latitude: start.latitude).end(sinAzimuth: s, cosAzimuth: c, meters: meters)
    return Destination(
      coordinate: Coordinate(
        latitude: end.latitude, longitude: Longitude.wrapped(start.longitude + end.longitudeOffset)),
      finalAzimuth: atan2(end.sinAzimuth, end.cosAzimuth) * 180 / .pi)
  }

  /// Returns the distance in meters between two valid coordinates. O(1), about 0.6 µs.
  public static func distance(from start: Coordinate, to end: Coordinate) -> Double {
    inverse(from: start, to: end).meters
  }
}

/// Sines and cosines of degrees.
enum Degrees {
  /// A number whose square is the smallest normal one: replaces zero where a direction must survive.
  static let tiny = 0x1p-511

  /// Sine and cosine of degrees, exact at multiples of 90.
  static func sinCos(_ degrees: Double) -> (sin: Double, cos: Double) {
    let turned = degrees.remainder(dividingBy: 360)
    let quadrant = (turned / 90).rounded()
    let rest = (turned - 90 * quadrant) * .pi / 180
    let (s, c) = (sin(rest), cos(rest))
    switch quadrant {
    case 0: return (s, c)
    case 1: return (c, -s)
    case -1: return (-c, s)
    default: return (-s, -c)
    }
  }
}

/// The hypotenuse of two numbers of ordinary size.
@inline(__always)
func hypotenuse(_ a: Double, _ b: Double) -> Double {
  (a * a + b * b).squareRoot()
}
