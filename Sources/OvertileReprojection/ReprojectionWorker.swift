import MapMath

/// Turns batches of positions into longitude and latitude; one per thread, made by `Reprojector.makeWorker()`.
package final class ReprojectionWorker {
  enum Method {
    /// Positions are longitude and latitude already; they are only checked.
    case longitudeLatitude
    /// The inverse of web Mercator in closed form.
    case webMercator
    /// A pipeline of PROJ.
    case pipeline(ProjObject)
  }

  /// The positions in one call of PROJ; few enough for their originals to stay in the cache.
  private static let chunk = 4096

  let method: Method
  let area: GeographicArea?
  /// Whether positions may lie beyond the rim of the source's map of the Earth, where PROJ finds others.
  private let hasRim: Bool
  let originalX: UnsafeMutableBufferPointer<Double>
  let originalY: UnsafeMutableBufferPointer<Double>

  init(_ method: Method, area: GeographicArea?) {
    self.method = method
    self.area = area.flatMap { $0.isWorld ? nil : $0 }
    hasRim = if case .pipeline(let pipeline) = method { !pipeline.repeatsItself } else { false }
    originalX = .allocate(capacity: Self.chunk)
    originalY = .allocate(capacity: Self.chunk)
    originalX.initialize(repeating: 0)
    originalY.initialize(repeating: 0)
  }

  deinit {
    originalX.deallocate()
    originalY.deallocate()
  }

  var isIdentity: Bool {
    if case .longitudeLatitude = method { true } else { false }
  }

  /// Transforms positions in place: easting to longitude, northing to latitude, in degrees.
  ///
  /// Longitudes beyond 180 degrees, up to 360, are counted and stay: lines and polygons that run across the antimeridian
  /// need them. Up to 1e-9 degrees beyond 180 or 90 count as rounding and are cut off. A position that fails becomes two NaN.
  /// O(n); a failed position costs a second call of PROJ, for its reason.
  /// - Precondition: `x` and `y` have the same count.
  package func transform(x: inout [Double], y: inout [Double]) -> ReprojectionOutcome {
    precondition(x.count == y.count, "as many x as y")
    return x.withUnsafeMutableBufferPointer { x in y.withUnsafeMutableBufferPointer { y in transform(x: x, y: y) } }
  }

  private func transform(
    x: UnsafeMutableBufferPointer<Double>, y: UnsafeMutableBufferPointer<Double>
  ) -> ReprojectionOutcome {
    var outcome = ReprojectionOutcome()
    var start = 0
    while start < x.count {
      let range = start..<min(start + Self.chunk, x.count)
      convert(UnsafeMutableBufferPointer(rebasing: x[range]), UnsafeMutableBufferPointer(rebasing: y[range]))
      for index in range {
        let isPlain = abs(y[index]) <= 90 && abs(x[index]) <= 180
        if isPlain && area == nil && !hasRim { continue }
        if !isPlain {
          settle(&x[index], &y[index], index: index, original: index - start, &outcome)
        } else if area.map({ isOutside($0, x[index], y[index]) }) ?? true {
          let (planeX, planeY) = (originalX[index - start], originalY[index - start])
          if isBeyondRim(planeX, planeY, longitude: x[index], latitude: y[index]) {
            let reason = "is outside the area that the coordinate reference system can represent"
            outcome.failures.append(PointFailure(index: index, reason: "the position (\(planeX), \(planeY)) \(reason)"))
            (x[index], y[index]) = (.nan, .nan)
          }
        }
        if let area, isOutside(area, x[index], y[index]) { outcome.outsideAreaOfUse += 1 }
      }
      start = range.upperBound
    }
    return outcome
  }

  /// Keeps a copy of the positions, for the reasons of those that fail, and converts them in place.
  private func convert(_ x: UnsafeMutableBufferPointer<Double>, _ y: UnsafeMutableBufferPointer<Double>) {
    if isIdentity { return }
    _ = originalX.update(fromContentsOf: x)
    _ = originalY.update(fromContentsOf: y)
    toDegrees(x, y)
  }

  /// Converts positions in place.
  func toDegrees(_ x: UnsafeMutableBufferPointer<Double>, _ y: UnsafeMutableBufferPointer<Double>) {
    switch method {
    case .longitudeLatitude: break
    case .webMercator: WebMercator.toDegrees(x: x, y: y)
    case .pipeline(let pipeline): pipeline.transform(x: x, y: y)
    }
  }

  /// Whether a position lies beyond the rim of the source's map of the Earth.
  func isBeyondRim(_ x: Double, _ y: Double, longitude: Double, latitude: Double) -> Bool {
    // Degrees of a turned globe have none, and no rim is as near to a map's center.
    guard hasRim, case .pipeline(let pipeline) = method, abs(x) > 720 || abs(y) > 720 else { return false }
    return !pipeline.isImage(x, y, longitude: longitude, latitude: latitude)
  }

  /// Whether a position that did not fail lies outside an area.
  private func isOutside(_ area: GeographicArea, _ longitude: Double, _ latitude: Double) -> Bool {
    let near = abs(longitude) <= 180 ? longitude : Longitude.wrapped(longitude)
    return !latitude.isNaN && !area.contains(longitude: near, latitude: latitude)
  }
}
