extension Geodesic {
  /// Returns the shortest line between two valid coordinates. If several lines are equally short, the result is one of
  /// them.
  ///
  /// The result is also accurate for nearly antipodal points. The algorithm is that of Karney, "Algorithms for
  /// geodesics" (2013), section 4.
  ///
  /// - Complexity: O(1), with a few steps of Newton's method. A call takes about 0.6 µs.
  public static func inverse(from start: Coordinate, to end: Coordinate) -> Line {
    let turn = Longitude.shortestTurn(from: start.longitude, to: end.longitude)
    // Solved for the first point the farther one from the equator, in the south, and the second one east of it.
    let swap = abs(start.latitude) < abs(end.latitude)
    let (first, second) = swap ? (end.latitude, start.latitude) : (start.latitude, end.latitude)
    let flip: Double = first < 0 ? 1 : -1
    var problem = GeodesicInverse(latitude1: first * flip, latitude2: second * flip, degreesEast: abs(turn))
    problem.solve()
    var (initial, final) = (problem.azimuth1, problem.azimuth2)
    if swap { (initial, final) = (final, initial) }
    let east: Double = turn < 0 ? -1 : 1
    let sign = swap ? -flip : flip
    return Line(
      meters: problem.meters,
      initialAzimuth: atan2(initial.sin * east, initial.cos * sign) * 180 / .pi,
      finalAzimuth: atan2(final.sin * east, final.cos * sign) * 180 / .pi)
  }
}

/// The sine and cosine of an angle, normalized.
struct Direction: Sendable, Hashable {
  var sin: Double
  var cos: Double
}

extension Direction {
  /// Normalizes a sine and a cosine of any common length but zero.
  init(normalizing sin: Double, _ cos: Double) {
    let length = hypotenuse(sin, cos)
    self.init(sin: sin / length, cos: cos / length)
  }

  /// The angle from this direction to another, in 0...pi.
  func arc(to other: Direction) -> Double {
    // Adding 0 makes a negative zero positive, which would turn half a circle backwards.
    atan2(max(0, cos * other.sin - sin * other.cos) + 0, cos * other.cos + sin * other.sin)
  }
}

/// The inverse problem in canonical form: |latitude 1| >= |latitude 2|, latitude 1 <= 0, 0 <= degrees east <= 180.
struct GeodesicInverse {
  /// The reduced latitude of the first point.
  var beta1: Direction
  /// The reduced latitude of the second point.
  var beta2: Direction
  /// Radians from the first point east to the second.
  let lambda: Double
  /// The same as a direction.
  let lambdaDirection: Direction

  // The result.
  var meters = 0.0
  var azimuth1 = Direction(sin: 0, cos: 1)
  var azimuth2 = Direction(sin: 0, cos: 1)

  init(latitude1: Double, latitude2: Double, degreesEast: Double) {
    beta1 = GeodesicOrigin(latitude: latitude1).beta
    beta2 = GeodesicOrigin(latitude: latitude2).beta
    // Latitudes of equal size have reduced latitudes of exactly equal size.
    if beta1.cos < -beta1.sin {
      if beta2.cos == beta1.cos { beta2.sin = beta2.sin < 0 ? beta1.sin : -beta1.sin }
    } else if abs(beta2.sin) == -beta1.sin {
      beta2.cos = beta1.cos
    }
    lambda = degreesEast * .pi / 180
    let (s, c) = Degrees.sinCos(degreesEast)
    lambdaDirection = Direction(sin: abs(s), cos: c)
  }

  /// Computes the result.
  mutating func solve() {
    if solveAlongMeridian() || solveAlongEquator() { return }
    if let start = solveOnSphere() { iterate(from: start) }
  }

  /// Solves the case that both points lie on one meridian, or its continuation over a pole, and that is the shortest
  /// line.
  private mutating func solveAlongMeridian() -> Bool {
    guard beta1.cos <= Degrees.tiny || lambdaDirection.sin == 0 else { return false }
    let azimuth = lambdaDirection
    let sigma1 = Direction(sin: beta1.sin, cos: azimuth.cos * beta1.cos)
    let sigma2 = Direction(sin: beta2.sin, cos: beta2.cos)
    let arc = sigma1.arc(to: sigma2)
    let integrals = lengths(e: Ellipsoid.thirdFlattening, arc: arc, sigma1, sigma2)
    // Beyond the conjugate point a line that leaves the meridian is shorter.
    guard arc < 1 || integrals.reduced >= 0 else { return false }
    meters = integrals.distance * Ellipsoid.polarRadius
    (azimuth1, azimuth2) = (azimuth, Direction(sin: 0, cos: 1))
    return true
  }

  /// Solves the case that both points lie on the equator and are not so far apart that leaving it is shorter.
  private mutating func solveAlongEquator() -> Bool {
    guard beta1.sin == 0, lambda <= (1 - Ellipsoid.flattening) * .pi else { return false }
    meters = Ellipsoid.equatorialRadius * lambda
    azimuth1 = Direction(sin: 1, cos: 0)
    azimuth2 = azimuth1
    return true
  }

  /// Distance and reduced length of an arc of a geodesic, in units of the polar radius.
  func lengths(e: Double, arc: Double, _ sigma1: Direction, _ sigma2: Direction) -> (distance: Double, reduced: Double)
  {
    let (a1, a2) = (GeodesicSeries.a1Minus1(e), GeodesicSeries.a2Minus1(e))
    let (c1, c2) = (GeodesicSeries.c1(e), GeodesicSeries.c2(e))
    let b1 = c1.sum(sin: sigma2.sin, cos: sigma2.cos) - c1.sum(sin: sigma1.sin, cos: sigma1.cos)
    let b2 = c2.sum(sin: sigma2.sin, cos: sigma2.cos) - c2.sum(sin: sigma1.sin, cos: sigma1.cos)
    let j = (a1 - a2) * arc + ((1 + a1) * b1 - (1 + a2) * b2)
    let w1 = (1 + Ellipsoid.secondEccentricitySquared * beta1.sin * beta1.sin).squareRoot()
    let w2 = (1 + Ellipsoid.secondEccentricitySquared * beta2.sin * beta2.sin).squareRoot()
    let reduced = w2 * (sigma1.cos * sigma2.sin) - w1 * (sigma1.sin * sigma2.cos) - sigma1.cos * sigma2.cos * j
    return ((1 + a1) * (arc + b1), reduced)
  }
}
