import MapMath

/// Turns batches of positions into longitude and latitude; one per thread, made by `Reprojector.makeWorker()`.
package final class ReprojectionWorker {
  let form: CoordinateReferenceSystem.Form
  /// The operation of PROJ, if the system has no closed form.
  let pipeline: ProjObject?
  let area: GeographicArea?
  /// Whether positions may lie beyond the rim of the source's map of the Earth, where PROJ finds others.
  private let hasRim: Bool

  init(_ form: CoordinateReferenceSystem.Form, _ pipeline: ProjObject? = nil, area: GeographicArea? = nil) {
    (self.form, self.pipeline, self.area) = (form, pipeline, area)
    hasRim = pipeline.map { !$0.repeatsItself } ?? false
  }

  var isIdentity: Bool { form == .longitudeLatitude }

  /// Transforms positions in place: easting to longitude, northing to latitude, in degrees.
  ///
  /// Longitudes beyond 180 degrees, up to 360, are counted and stay: lines and polygons that run across the antimeridian
  /// need them. Up to 1e-9 degrees beyond 180 or 90 count as rounding and are cut off. A position that fails becomes two NaN.
  /// O(n); a failed position costs a second call of PROJ, for its reason.
  /// - Precondition: `x` and `y` have the same count.
  package func transform(x: inout [Double], y: inout [Double]) -> ReprojectionOutcome {
    precondition(x.count == y.count, "as many x as y")
    // For the reasons of those that fail.
    let (originalX, originalY) = (x, y)
    if !isIdentity {
      x.withUnsafeMutableBufferPointer { x in y.withUnsafeMutableBufferPointer { y in toDegrees(x, y) } }
    }
    var outcome = ReprojectionOutcome()
    for index in x.indices {
      let isPlain = abs(y[index]) <= 90 && abs(x[index]) <= 180
      if isPlain && area == nil && !hasRim { continue }
      let original = (x: originalX[index], y: originalY[index])
      if !isPlain {
        settle(&x[index], &y[index], index: index, original, &outcome)
      } else if area.map({ isOutside($0, x[index], y[index]) }) ?? true,
        isBeyondRim(original.x, original.y, longitude: x[index], latitude: y[index])
      {
        let reason = "is outside the area that the coordinate reference system can represent"
        outcome.failures.append(
          PointFailure(index: index, reason: "the position (\(original.x), \(original.y)) \(reason)"))
        (x[index], y[index]) = (.nan, .nan)
      }
      if let area, isOutside(area, x[index], y[index]) { outcome.outsideAreaOfUse += 1 }
    }
    return outcome
  }

  /// Converts positions in place.
  func toDegrees(_ x: UnsafeMutableBufferPointer<Double>, _ y: UnsafeMutableBufferPointer<Double>) {
    if form == .webMercator { WebMercator.toDegrees(x: x, y: y) }
    pipeline?.transform(x: x, y: y)
  }

  /// Whether a position lies beyond the rim of the source's map of the Earth.
  func isBeyondRim(_ x: Double, _ y: Double, longitude: Double, latitude: Double) -> Bool {
    // Degrees of a turned globe have none, and no rim is as near to a map's center.
    guard hasRim, let pipeline, abs(x) > 720 || abs(y) > 720 else { return false }
    return !pipeline.isImage(x, y, longitude: longitude, latitude: latitude)
  }

  /// Whether a position that did not fail lies outside an area.
  private func isOutside(_ area: GeographicArea, _ longitude: Double, _ latitude: Double) -> Bool {
    let near = abs(longitude) <= 180 ? longitude : Longitude.wrapped(longitude)
    return !latitude.isNaN && !area.contains(longitude: near, latitude: latitude)
  }
}
