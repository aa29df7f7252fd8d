/// A sine series of six terms, c1 sin 2s + c2 sin 4s + ... + c6 sin 12s.
struct SineSeries {
  var c1 = 0.0
  var c2 = 0.0
  var c3 = 0.0
  var c4 = 0.0
  var c5 = 0.0
  var c6 = 0.0

  /// The sum at an angle, by its sine and cosine, by Clenshaw's recurrence.
  @inline(__always)
  func sum(sin s: Double, cos c: Double) -> Double {
    let twice = 2 * (c - s) * (c + s)
    let b5 = twice * c6 + c5
    let b4 = twice * b5 - c6 + c4
    let b3 = twice * b4 - b5 + c3
    let b2 = twice * b3 - b4 + c2
    let b1 = twice * b2 - b3 + c1
    return 2 * s * c * b1
  }
}

/// The series of a geodesic in its expansion parameter, order 6. Source: Karney 2013, equations 17 to 25 and 41 to 43.
///
/// `a1`, `a2` are stored minus 1, so that small differences keep their digits.
enum GeodesicSeries {
  /// A1 - 1: the scale of distance against arc.
  @inline(__always)
  static func a1Minus1(_ e: Double) -> Double {
    let e2 = e * e
    return (e2 * (e2 * (e2 + 4) + 64) / 256 + e) / (1 - e)
  }

  /// A2 - 1: the scale of the second distance integral.
  @inline(__always)
  static func a2Minus1(_ e: Double) -> Double {
    let e2 = e * e
    return (-e2 * (e2 * (11 * e2 + 28) + 192) / 256 - e) / (1 + e)
  }

  /// A3: the scale of longitude against arc.
  @inline(__always)
  static func a3(_ e: Double) -> Double {
    let n = Ellipsoid.thirdFlattening
    let k1 = (1 - n) / 2
    let k2 = (2 + n - 3 * n * n) / 8
    let k3 = (1 + 3 * n + n * n) / 16
    let k4 = (3 + 2 * n) / 64
    return 1 - e * (k1 + e * (k2 + e * (k3 + e * (k4 + e * (3 / 128)))))
  }

  /// C1: from arc to distance.
  @inline(__always)
  static func c1(_ e: Double) -> SineSeries {
    let e2 = e * e
    let e3 = e * e2
    return SineSeries(
      c1: e * ((6 - e2) * e2 - 16) / 32,
      c2: e2 * ((64 - 9 * e2) * e2 - 128) / 2048,
      c3: e3 * (9 * e2 - 16) / 768,
      c4: e * e3 * (3 * e2 - 5) / 512,
      c5: -7 * e2 * e3 / 1280,
      c6: -7 * e3 * e3 / 2048)
  }

  /// C1': from distance back to arc.
  @inline(__always)
  static func c1Reverted(_ e: Double) -> SineSeries {
    let e2 = e * e
    let e3 = e * e2
    return SineSeries(
      c1: e * (e2 * (205 * e2 - 432) + 768) / 1536,
      c2: e2 * (e2 * (4005 * e2 - 4736) + 3840) / 12288,
      c3: e3 * (116 - 225 * e2) / 384,
      c4: e * e3 * (2695 - 7173 * e2) / 7680,
      c5: 3467 * e2 * e3 / 7680,
      c6: 38081 * e3 * e3 / 61440)
  }

  /// C2: the second distance integral.
  @inline(__always)
  static func c2(_ e: Double) -> SineSeries {
    let e2 = e * e
    let e3 = e * e2
    return SineSeries(
      c1: e * (e2 * (e2 + 2) + 16) / 32,
      c2: e2 * (e2 * (35 * e2 + 64) + 384) / 2048,
      c3: e3 * (15 * e2 + 80) / 768,
      c4: e * e3 * (7 * e2 + 35) / 512,
      c5: 63 * e2 * e3 / 1280,
      c6: 77 * e3 * e3 / 2048)
  }

  /// C3: from arc to longitude; its sixth term is of a higher order and stays 0.
  @inline(__always)
  static func c3(_ e: Double) -> SineSeries {
    let n = Ellipsoid.thirdFlattening
    let n2 = n * n
    let (e2, e3) = (e * e, e * e * e)
    let e4 = e2 * e2
    return SineSeries(
      c1: e * ((1 - n) / 4 + e * ((1 - n2) / 8 + e * ((3 + 3 * n - n2) / 64 + e * ((5 + 2 * n) / 128 + e * 3 / 128)))),
      c2: e2 * ((2 - 3 * n + n2) / 32 + e * ((3 - 2 * n - 3 * n2) / 64 + e * ((3 + n) / 128 + e * 5 / 256))),
      c3: e3 * ((5 - 9 * n + 5 * n2) / 192 + e * ((9 - 10 * n) / 384 + e * 7 / 512)),
      c4: e4 * ((7 - 14 * n) / 512 + e * 7 / 512),
      c5: e4 * e * 21 / 2560)
  }

  /// The expansion parameter of a geodesic whose azimuth at the equator has this cosine.
  @inline(__always)
  static func parameter(cosEquatorAzimuth c: Double) -> Double {
    let k2 = c * c * Ellipsoid.secondEccentricitySquared
    return k2 / (2 * (1 + (1 + k2).squareRoot()) + k2)
  }
}
