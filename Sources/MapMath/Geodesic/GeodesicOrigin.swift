/// The dimensions of the WGS84 ellipsoid.
public enum Ellipsoid {
  /// The equatorial radius, in meters.
  public static let equatorialRadius = 6_378_137.0
  /// The flattening, which is 1 / 298.257223563.
  public static let flattening = 1 / 298.257_223_563
  /// The polar radius, in meters.
  public static let polarRadius = equatorialRadius * (1 - flattening)
  /// The square of the first eccentricity.
  public static let eccentricitySquared = flattening * (2 - flattening)

  static let thirdFlattening = flattening / (2 - flattening)
  static let secondEccentricitySquared = eccentricitySquared / ((1 - flattening) * (1 - flattening))
}

/// The endpoint of a geodesic, relative to the start point.
public struct GeodesicOffset: Sendable, Hashable {
  /// The latitude of the endpoint, in degrees.
  public var latitude: Double
  /// The difference in longitude from the start point to the endpoint, in degrees, in the range -180...180.
  public var longitudeOffset: Double
  /// The sine of the azimuth at the endpoint.
  public var sinAzimuth: Double
  /// The cosine of the azimuth at the endpoint.
  public var cosAzimuth: Double
}

/// A point from which many geodesics start. The values that these geodesics have in common are computed only once.
///
/// The algorithm is that of Karney, "Algorithms for geodesics" (2013), section 3, with series of order 6.
public struct GeodesicOrigin: Sendable, Hashable {
  /// The reduced latitude; at a pole its cosine is tiny, not zero, so that azimuths keep their meaning.
  let beta: Direction

  /// Creates an origin at the given latitude, in degrees. The latitude must be in the range -90...90.
  public init(latitude: Double) {
    let (s, c) = Degrees.sinCos(latitude)
    var beta = Direction(normalizing: (1 - Ellipsoid.flattening) * s, c)
    beta.cos = max(beta.cos, Degrees.tiny)
    self.beta = beta
  }

  /// Returns the endpoint of the geodesic that starts at this origin with the given azimuth and length.
  ///
  /// The azimuth is measured clockwise from north and passed as a sine and a cosine. The error is less than 15 nm for
  /// any length up to once around the Earth.
  ///
  /// - Parameters:
  ///   - sinAzimuth: The sine of the azimuth at the origin.
  ///   - cosAzimuth: The cosine of the azimuth at the origin. The sum of the squares of the sine and the cosine must be
  ///     1.
  ///   - meters: The length of the geodesic, in meters.
  /// - Complexity: O(1). A call takes about 0.2 µs.
  public func end(sinAzimuth: Double, cosAzimuth: Double, meters: Double) -> GeodesicOffset {
    let sinAlpha0 = sinAzimuth * beta.cos
    let cosAlpha0 = hypotenuse(cosAzimuth, sinAzimuth * beta.sin)
    // The start, as arc (sigma) and spherical longitude (omega) from the geodesic's equator crossing.
    let cosStart = beta.sin != 0 || cosAzimuth != 0 ? beta.cos * cosAzimuth : 1
    let sigma1 = Direction(normalizing: beta.sin, cosStart)
    let (sinOmega1, cosOmega1) = (sinAlpha0 * beta.sin, cosStart)

    let e = GeodesicSeries.parameter(cosEquatorAzimuth: cosAlpha0)
    let shift1 = GeodesicSeries.c1(e).sum(sin: sigma1.sin, cos: sigma1.cos)
    let tau = meters / (Ellipsoid.polarRadius * (1 + GeodesicSeries.a1Minus1(e)))
    // The end in tau is the start turned by the shift and by tau; the reverted series leads back to sigma.
    let (s, c) = (sin(shift1 + tau), cos(shift1 + tau))
    let shift2 = -GeodesicSeries.c1Reverted(e)
      .sum(sin: sigma1.sin * c + sigma1.cos * s, cos: sigma1.cos * c - sigma1.sin * s)
    let sigma = tau - (shift2 - shift1)
    let (sinArc, cosArc) = (sin(sigma), cos(sigma))
    let sinSigma2 = sigma1.sin * cosArc + sigma1.cos * sinArc
    let cosSigma2 = sigma1.cos * cosArc - sigma1.sin * sinArc

    let sinBeta2 = cosAlpha0 * sinSigma2
    let cosBeta2 = max(hypotenuse(sinAlpha0, cosAlpha0 * cosSigma2), Degrees.tiny)
    let sinOmega2 = sinAlpha0 * sinSigma2
    let omega = atan2(
      sinOmega2 * cosOmega1 - cosSigma2 * sinOmega1, cosSigma2 * cosOmega1 + sinOmega2 * sinOmega1)
    let c3 = GeodesicSeries.c3(e)
    let bend = sigma + (c3.sum(sin: sinSigma2, cos: cosSigma2) - c3.sum(sin: sigma1.sin, cos: sigma1.cos))
    let lambda = omega - Ellipsoid.flattening * sinAlpha0 * GeodesicSeries.a3(e) * bend
    return GeodesicOffset(
      latitude: atan2(sinBeta2, (1 - Ellipsoid.flattening) * cosBeta2) * 180 / .pi,
      longitudeOffset: lambda * 180 / .pi,
      sinAzimuth: sinAlpha0 / cosBeta2,
      cosAzimuth: cosAlpha0 * cosSigma2 / cosBeta2)
  }
}
