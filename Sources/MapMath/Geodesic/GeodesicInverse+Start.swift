extension GeodesicInverse {
  /// Below this arc a spherical solution is exact to rounding.
  private static let shortArcLimit =
    0.1 * Double.ulpOfOne.squareRoot()
    / (max(0.001, Ellipsoid.flattening) * min(1, 1 - Ellipsoid.flattening / 2) / 2).squareRoot()

  /// Solves the problem on a fitting sphere. Returns the azimuth there, from which the iteration starts, or nil for a
  /// line so short that this is already the result.
  mutating func solveOnSphere() -> Direction? {
    let sinDifference = beta2.sin * beta1.cos - beta2.cos * beta1.sin
    let cosDifference = beta2.cos * beta1.cos + beta2.sin * beta1.sin
    let isShort = cosDifference >= 0 && sinDifference < 0.5 && beta2.cos * lambda < 0.5
    var scale = 1.0
    var omega = lambdaDirection
    if isShort {
      let mean = (beta1.sin + beta2.sin) * (beta1.sin + beta2.sin)
      let whole = mean + (beta1.cos + beta2.cos) * (beta1.cos + beta2.cos)
      scale = (1 + Ellipsoid.secondEccentricitySquared * mean / whole).squareRoot()
      let angle = lambda / ((1 - Ellipsoid.flattening) * scale)
      omega = Direction(sin: sin(angle), cos: cos(angle))
    }
    let sinSum = beta2.sin * beta1.cos + beta2.cos * beta1.sin
    let sine = beta2.cos * omega.sin
    let cosine =
      omega.cos >= 0
      ? sinDifference + beta2.cos * beta1.sin * omega.sin * omega.sin / (1 + omega.cos)
      : sinSum - beta2.cos * beta1.sin * omega.sin * omega.sin / (1 - omega.cos)
    let sinArc = hypotenuse(sine, cosine)
    guard isShort && sinArc < Self.shortArcLimit else {
      return sine > 0 ? Direction(normalizing: sine, cosine) : Direction(sin: 1, cos: 0)
    }
    let cosArc = beta1.sin * beta2.sin + beta1.cos * beta2.cos * omega.cos
    meters = atan2(sinArc, cosArc) * Ellipsoid.polarRadius * scale
    if sinArc > 0 {
      let bend = omega.cos >= 0 ? omega.sin * omega.sin / (1 + omega.cos) : 1 - omega.cos
      azimuth1 = Direction(normalizing: sine, cosine)
      azimuth2 = Direction(normalizing: beta1.cos * omega.sin, sinDifference - beta1.cos * beta2.sin * bend)
    }
    return nil
  }
}
