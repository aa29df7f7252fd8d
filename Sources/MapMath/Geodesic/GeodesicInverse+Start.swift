extension GeodesicInverse {
  /// The start of the iteration; for short lines already the result.
  struct Start {
    var azimuth1: Direction
    var azimuth2 = Direction(sin: 0, cos: 1)
    /// For a line so short that the sphere is exact enough: its arc.
    var shortArc: Double?
    /// The factor of `shortArc`, besides the polar radius.
    var scale = 1.0
  }

  private static let epsilon = Double.ulpOfOne
  /// Below this arc a spherical solution is exact to rounding.
  private static let shortArcLimit =
    0.1 * epsilon.squareRoot()
    / (max(0.001, Ellipsoid.flattening) * min(1, 1 - Ellipsoid.flattening / 2) / 2).squareRoot()

  /// The azimuth at the first point on a fitting sphere, or near the antipode from the astroid of Karney's section 5.
  func startingAzimuth() -> Start {
    let sinDifference = beta2.sin * beta1.cos - beta2.cos * beta1.sin
    let cosDifference = beta2.cos * beta1.cos + beta2.sin * beta1.sin
    let short = cosDifference >= 0 && sinDifference < 0.5 && beta2.cos * lambda < 0.5
    var scale = 1.0
    var omega = lambdaDirection
    if short {
      let mean = (beta1.sin + beta2.sin) * (beta1.sin + beta2.sin)
      let whole = mean + (beta1.cos + beta2.cos) * (beta1.cos + beta2.cos)
      scale = (1 + Ellipsoid.secondEccentricitySquared * mean / whole).squareRoot()
      let angle = lambda / ((1 - Ellipsoid.flattening) * scale)
      omega = Direction(sin: sin(angle), cos: cos(angle))
    }
    let sinSum = beta2.sin * beta1.cos + beta2.cos * beta1.sin
    var sine = beta2.cos * omega.sin
    var cosine =
      omega.cos >= 0
      ? sinDifference + beta2.cos * beta1.sin * omega.sin * omega.sin / (1 + omega.cos)
      : sinSum - beta2.cos * beta1.sin * omega.sin * omega.sin / (1 - omega.cos)
    let sinArc = hypotenuse(sine, cosine)
    let cosArc = beta1.sin * beta2.sin + beta1.cos * beta2.cos * omega.cos
    if short && sinArc < Self.shortArcLimit {
      let bend = omega.cos >= 0 ? omega.sin * omega.sin / (1 + omega.cos) : 1 - omega.cos
      return Start(
        azimuth1: sinArc > 0 ? Direction(normalizing: sine, cosine) : Direction(sin: 0, cos: 1),
        azimuth2: sinArc > 0
          ? Direction(normalizing: beta1.cos * omega.sin, sinDifference - beta1.cos * beta2.sin * bend)
          : Direction(sin: 0, cos: 1),
        shortArc: atan2(sinArc, cosArc), scale: scale)
    }
    let n = Ellipsoid.thirdFlattening
    if cosArc < 0 && sinArc < 6 * n * .pi * beta1.cos * beta1.cos {
      (sine, cosine) = nearlyAntipodal(sinSum: sinSum)
    }
    return Start(azimuth1: sine > 0 ? Direction(normalizing: sine, cosine) : Direction(sin: 1, cos: 0))
  }

  /// The azimuth, not normalized, for a second point near the antipode of the first.
  private func nearlyAntipodal(sinSum: Double) -> (sin: Double, cos: Double) {
    let f = Ellipsoid.flattening
    // The azimuth at the equator is about 90 degrees minus the latitude.
    let e = GeodesicSeries.parameter(cosEquatorAzimuth: beta1.sin)
    let lambdaScale = f * beta1.cos * GeodesicSeries.a3(e) * .pi
    let x = atan2(-lambdaDirection.sin, -lambdaDirection.cos) / lambdaScale
    let y = sinSum / (lambdaScale * beta1.cos)
    if y > -200 * Self.epsilon && x > -1 - 1000 * Self.epsilon.squareRoot() {
      // Beside the cut, where the astroid's root is badly conditioned.
      let sine = min(1, -x)
      return (sine, -(1 - sine * sine).squareRoot())
    }
    let k = Self.astroidRoot(x, y)
    let omega = lambdaScale * (-x * k / (1 + k))
    let (s, c) = (sin(omega), -cos(omega))
    return (beta2.cos * s, sinSum - beta2.cos * beta1.sin * s * s / (1 - c))
  }

  /// The positive root k of k^4 + 2 k^3 - (x^2 + y^2 - 1) k^2 - 2 y^2 k - y^2 = 0; Karney's equation 55.
  private static func astroidRoot(_ x: Double, _ y: Double) -> Double {
    let (p, q) = (x * x, y * y)
    let r = (p + q - 1) / 6
    guard q != 0 || r > 0 else { return 0 }
    let s = p * q / 4
    let cube = r * r * r
    let discriminant = s * (s + 2 * cube)
    var u = r
    if discriminant >= 0 {
      let sum = s + cube
      let t = cbrt(sum + (sum < 0 ? -discriminant.squareRoot() : discriminant.squareRoot()))
      u += t + (t != 0 ? r * r / t : 0)
    } else {
      u += 2 * r * cos(atan2((-discriminant).squareRoot(), -(s + cube)) / 3)
    }
    let v = (u * u + q).squareRoot()
    let uv = u < 0 ? q / (v - u) : u + v
    let w = (uv - q) / (2 * v)
    return uv / ((uv + w * w).squareRoot() + w)
  }
}
