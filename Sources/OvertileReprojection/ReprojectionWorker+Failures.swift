import MapMath

extension ReprojectionWorker {
  /// The distance beyond 90 or 180 degrees up to which a number counts as rounding: 0.1 mm, as in 180.00000000000006.
  private static let roundingDegrees = 1e-9

  /// Settles a position whose result is not within the bounds of longitude and latitude: it fails, its longitude is a turn too
  /// far and counted, or it is outside only by rounding.
  ///
  /// - Parameters:
  ///   - index: its index in the batch.
  ///   - original: the position in the source.
  func settle(
    _ x: inout Double, _ y: inout Double, index: Int, _ original: (x: Double, y: Double),
    _ outcome: inout ReprojectionOutcome
  ) {
    if let failure = failure(longitude: x, latitude: y, index: index, original) {
      outcome.failures.append(failure)
      (x, y) = (.nan, .nan)
      return
    }
    y = min(max(y, -90), 90)
    if abs(x) > 180 + Self.roundingDegrees {
      outcome.longitudesBeyond180 += 1
    } else {
      x = min(max(x, -180), 180)
    }
  }

  private func failure(
    longitude: Double, latitude: Double, index: Int, _ original: (x: Double, y: Double)
  ) -> PointFailure? {
    let (x, y) = original
    if !x.isFinite || !y.isFinite {
      return PointFailure(index: index, reason: "the position (\(x), \(y)) must consist of two finite numbers")
    }
    if !longitude.isFinite || !latitude.isFinite {
      let reason = pipeline?.reasonForRejecting(x: x, y: y)
      return PointFailure(index: index, reason: reason ?? "the position (\(x), \(y)) is out of range")
    }
    if abs(latitude) > 90 + Self.roundingDegrees {
      var failure = PointFailure(
        index: index, reason: "latitude \(latitude) is beyond 90 degrees" + guess(x: x, y: y))
      if abs(latitude) <= 91, abs(longitude) <= 360 {
        failure.nearest = Coordinate(latitude: latitude < 0 ? -90 : 90, longitude: longitude)
      }
      return failure
    }
    guard abs(longitude) > 360 else { return nil }
    return PointFailure(index: index, reason: "longitude \(longitude) is beyond 360 degrees" + guess(x: x, y: y))
  }

  /// A guess at numbers that cannot be degrees.
  private func guess(x: Double, y: Double) -> String {
    guard isIdentity else { return "" }
    if abs(x) <= 90 && abs(y) <= 180 { return "; are latitude and longitude exchanged?" }
    return abs(x) > 1000 || abs(y) > 1000 ? PointFailure.projectionHint : ""
  }
}
