import MapMath

extension ReprojectionWorker {
  /// The distance beyond 90 or 180 degrees up to which a number counts as rounding: 0.1 mm, as in 180.00000000000006.
  private static let roundingDegrees = 1e-9

  /// The treatment of a position whose result is not within the bounds of longitude and latitude.
  enum Verdict {
    /// It has no position on the Earth.
    case failed(PointFailure)
    /// Its longitude is a turn too far.
    case beyond180
    /// It is outside only by rounding.
    case rounded
  }

  /// Judges the position `index` of a batch, whose original is `original` in the chunk.
  func verdict(longitude: Double, latitude: Double, index: Int, original: Int) -> Verdict {
    let (x, y) = isIdentity ? (longitude, latitude) : (originalX[original], originalY[original])
    func failed(_ code: PointFailure.Code, _ reason: String) -> Verdict {
      .failed(PointFailure(index: index, code: code, reason: reason))
    }
    if !x.isFinite || !y.isFinite {
      return failed(.notFinite, "the position (\(x), \(y)) must consist of two finite numbers")
    }
    if !longitude.isFinite || !latitude.isFinite { return failed(.notTransformable, rejection(x: x, y: y)) }
    if abs(latitude) > 90 + Self.roundingDegrees {
      let reason = "latitude \(latitude) is beyond 90 degrees" + guess(x: x, y: y)
      var failure = PointFailure(index: index, code: .latitudeOutOfRange, reason: reason)
      if abs(latitude) <= 91, abs(longitude) <= 360 {
        failure.nearest = Coordinate(latitude: latitude < 0 ? -90 : 90, longitude: longitude)
      }
      return .failed(failure)
    }
    if abs(longitude) > 360 {
      return failed(.longitudeOutOfRange, "longitude \(longitude) is beyond 360 degrees" + guess(x: x, y: y))
    }
    return abs(longitude) > 180 + Self.roundingDegrees ? .beyond180 : .rounded
  }

  /// Applies a verdict to a position, and counts it.
  func carryOut(
    _ verdict: Verdict, _ x: inout Double, _ y: inout Double, wrapping: Bool, _ outcome: inout ReprojectionOutcome
  ) {
    y = min(max(y, -90), 90)
    switch verdict {
    case .failed(let failure):
      outcome.failures.append(failure)
      (x, y) = (.nan, .nan)
    case .beyond180:
      outcome.longitudesBeyond180 += 1
      if wrapping { x = Longitude.wrapped(x) }
    case .rounded:
      x = min(max(x, -180), 180)
    }
  }

  /// PROJ's reason for rejecting a position.
  private func rejection(x: Double, y: Double) -> String {
    guard case .pipeline(let pipeline) = method else { return "the position (\(x), \(y)) is out of range" }
    return pipeline.reasonForRejecting(x: x, y: y)
  }

  /// A guess at numbers that cannot be degrees.
  private func guess(x: Double, y: Double) -> String {
    guard isIdentity else { return "" }
    if abs(x) <= 90 && abs(y) <= 180 { return "; are latitude and longitude exchanged?" }
    return abs(x) > 1000 || abs(y) > 1000 ? PointFailure.projectionHint : ""
  }
}
