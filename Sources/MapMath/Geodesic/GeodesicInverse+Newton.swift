extension GeodesicInverse {
  /// The geodesic that leaves the first point in an azimuth, where it meets the second point's parallel.
  private struct Trial {
    var azimuth2: Direction
    var sigma1: Direction
    var sigma2: Direction
    var arc: Double
    var e: Double
    /// Radians of longitude beyond the second point.
    var excess: Double
    /// The change of the excess with the azimuth, per radian.
    var slope: Double
  }

  /// Finds the azimuth by Newton's method, kept between two bounds that bisection narrows if Newton leaves them.
  ///
  /// For nearly antipodal points, where the start is far off, this takes a few dozen steps.
  mutating func iterate(from start: Direction) {
    var azimuth = start
    var low = Direction(sin: Degrees.tiny, cos: 1)
    var high = Direction(sin: Degrees.tiny, cos: -1)
    var last = trial(azimuth)
    // The last digits of the excess only make Newton's method wander: one more step after it is small, then stop.
    var (isClose, isNarrow) = (false, false)
    for step in 0..<100 {
      if isNarrow || !(abs(last.excess) >= (isClose ? 8 : 1) * Double.ulpOfOne) { break }
      let steepness = azimuth.cos / azimuth.sin
      if last.excess > 0 && (step > 20 || steepness > high.cos / high.sin) { high = azimuth }
      if last.excess < 0 && (step > 20 || steepness < low.cos / low.sin) { low = azimuth }
      if step < 20, let next = newtonStep(azimuth, last) {
        isClose = abs(last.excess) <= 16 * Double.ulpOfOne
        azimuth = next
      } else {
        azimuth = Direction(normalizing: (low.sin + high.sin) / 2, (low.cos + high.cos) / 2)
        isClose = false
        isNarrow =
          abs(low.sin - azimuth.sin) + (low.cos - azimuth.cos) < Double.ulpOfOne
          || abs(azimuth.sin - high.sin) + (azimuth.cos - high.cos) < Double.ulpOfOne
      }
      last = trial(azimuth)
    }
    meters = lengths(e: last.e, arc: last.arc, last.sigma1, last.sigma2).distance * Ellipsoid.polarRadius
    (azimuth1, azimuth2) = (azimuth, last.azimuth2)
  }

  private func newtonStep(_ azimuth: Direction, _ last: Trial) -> Direction? {
    guard last.slope > 0 else { return nil }
    let change = -last.excess / last.slope
    guard abs(change) < .pi else { return nil }
    let (s, c) = (sin(change), cos(change))
    let sine = azimuth.sin * c + azimuth.cos * s
    return sine > 0 ? Direction(normalizing: sine, azimuth.cos * c - azimuth.sin * s) : nil
  }

  /// Karney's equations 5, 8, 10, 12 and 45 (hybrid problem), and 46 for the slope.
  private func trial(_ start: Direction) -> Trial {
    var azimuth = start
    // From the equator along the equator: bend a little to the south, so that the slope exists.
    if beta1.sin == 0 && azimuth.cos == 0 { azimuth.cos = -Degrees.tiny }
    let sinAlpha0 = azimuth.sin * beta1.cos
    let cosAlpha0 = hypotenuse(azimuth.cos, azimuth.sin * beta1.sin)
    let azimuth2 = arrival(azimuth, sinAlpha0: sinAlpha0)
    let (cos1, cos2) = (azimuth.cos * beta1.cos, azimuth2.cos * beta2.cos)
    let sigma1 = Direction(normalizing: beta1.sin, cos1)
    let sigma2 = Direction(normalizing: beta2.sin, cos2)
    let arc = sigma1.arc(to: sigma2)
    let (sinOmega1, sinOmega2) = (sinAlpha0 * beta1.sin, sinAlpha0 * beta2.sin)
    let sinOmega = max(0, cos1 * sinOmega2 - sinOmega1 * cos2) + 0
    let cosOmega = cos1 * cos2 + sinOmega1 * sinOmega2
    let target = lambdaDirection
    let eta = atan2(sinOmega * target.cos - cosOmega * target.sin, cosOmega * target.cos + sinOmega * target.sin)
    let e = GeodesicSeries.parameter(cosEquatorAzimuth: cosAlpha0)
    let c3 = GeodesicSeries.c3(e)
    let bend = arc + (c3.sum(sin: sigma2.sin, cos: sigma2.cos) - c3.sum(sin: sigma1.sin, cos: sigma1.cos))
    let excess = eta - Ellipsoid.flattening * GeodesicSeries.a3(e) * sinAlpha0 * bend
    let f1 = 1 - Ellipsoid.flattening
    let slope: Double
    if azimuth2.cos == 0 {
      let w1 = (1 + Ellipsoid.secondEccentricitySquared * beta1.sin * beta1.sin).squareRoot()
      slope = -2 * f1 * w1 / beta1.sin
    } else {
      slope = lengths(e: e, arc: arc, sigma1, sigma2).reduced * f1 / (azimuth2.cos * beta2.cos)
    }
    return Trial(azimuth2: azimuth2, sigma1: sigma1, sigma2: sigma2, arc: arc, e: e, excess: excess, slope: slope)
  }

  /// The azimuth at the second point's parallel, by Clairaut's relation, written so that nothing cancels.
  private func arrival(_ azimuth: Direction, sinAlpha0: Double) -> Direction {
    guard beta2.cos != beta1.cos || abs(beta2.sin) != -beta1.sin else {
      return Direction(sin: azimuth.sin, cos: abs(azimuth.cos))
    }
    let difference =
      beta1.cos < -beta1.sin
      ? (beta2.cos - beta1.cos) * (beta1.cos + beta2.cos) : (beta1.sin - beta2.sin) * (beta1.sin + beta2.sin)
    let cosine = azimuth.cos * beta1.cos
    return Direction(
      sin: beta2.cos != beta1.cos ? sinAlpha0 / beta2.cos : azimuth.sin,
      cos: (cosine * cosine + difference).squareRoot() / beta2.cos)
  }
}
