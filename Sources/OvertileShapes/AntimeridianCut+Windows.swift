import MapMath

/// Cutting unwrapped paths into turns of 360 degrees, each shifted back to -180...180.
extension AntimeridianCut {
  static func appendCut(_ rings: [UnwrappedPath], to geometry: inout WorldGeometry) {
    var degrees = WorldGeometry(kind: .polygons)
    for ring in rings {
      degrees.x.append(contentsOf: ring.longitudes)
      degrees.y.append(contentsOf: ring.latitudes)
      degrees.endRing()
    }
    degrees.endPolygon()
    let inDegrees = ClipGeometry(degrees)
    for turn in turns(of: degrees.x) {
      let (west, east) = (360 * turn - 180, 360 * turn + 180)
      var part = inDegrees
      if part.x.contains(where: { $0 < west }) {
        part = HalfPlane(axis: .x, bound: west, keepsBelow: false).clip(part)
      }
      if part.x.contains(where: { $0 > east }) {
        part = HalfPlane(axis: .x, bound: east, keepsBelow: true).clip(part)
      }
      append(part.geometry(), turn: turn, to: &geometry)
    }
  }

  static func appendCut(_ line: UnwrappedPath, to geometry: inout WorldGeometry) {
    let (x, y) = (line.longitudes, line.latitudes)
    var degrees = WorldGeometry(kind: .lines)
    var turn: Double?
    func end() {
      if let turn, !degrees.isEmpty {
        degrees.endRing()
        append(degrees, turn: turn, to: &geometry)
      }
      degrees = WorldGeometry(kind: .lines)
    }
    for index in x.indices.dropLast() {
      // A step is 360 degrees at most and so crosses at most two meridians; without a crossing it has one turn.
      for step in steps(x[index], x[index + 1]) {
        let segmentTurn = ((step.from + step.to + 360) / 720).rounded(.down)
        let liesOnMeridian = step.from == step.to && step.from == 360 * segmentTurn - 180
        if !liesOnMeridian || turn == nil, turn != segmentTurn {
          end()
          turn = segmentTurn
        }
        let segment = (x[index], y[index], x[index + 1], y[index + 1])
        if degrees.isEmpty { degrees.append(x: step.from, y: latitude(at: step.from, of: segment)) }
        let toLatitude = step.to == x[index + 1] ? y[index + 1] : latitude(at: step.to, of: segment)
        degrees.append(x: step.to, y: toLatitude)
      }
    }
    end()
  }

  /// The turns that contain longitudes: turn t spans 360 t - 180 ... 360 t + 180.
  private static func turns(of longitudes: [Double]) -> StrideThrough<Double> {
    let (low, high) = (longitudes.min() ?? 0, longitudes.max() ?? 0)
    let first = ((low + 180) / 360).rounded(.down)
    return stride(from: first, through: max(first, ((high + 180) / 360).rounded(.up) - 1), by: 1)
  }

  /// A step in longitude, cut where it crosses a meridian 180 degrees from a multiple of 360.
  private static func steps(_ from: Double, _ to: Double) -> [(from: Double, to: Double)] {
    let (low, high) = (min(from, to), max(from, to))
    var cuts = [low]
    var meridian = (((low + 180) / 360).rounded(.down) + 1) * 360 - 180
    while meridian < high {
      cuts.append(meridian)
      meridian += 360
    }
    cuts.append(high)
    if from > to { cuts.reverse() }
    return zip(cuts, cuts.dropFirst()).map { (from: $0, to: $1) }
  }

  /// The latitude at a longitude of a segment, the same for both directions of the segment.
  static func latitude(
    at longitude: Double, of segment: (x0: Double, y0: Double, x1: Double, y1: Double)
  ) -> Double {
    let (x0, y0, x1, y1) =
      segment.x0 <= segment.x1 ? segment : (segment.x1, segment.y1, segment.x0, segment.y0)
    if longitude == x0 { return segment.x0 == segment.x1 ? segment.y0 : y0 }
    if longitude == x1 { return y1 }
    return y0 + (longitude - x0) / (x1 - x0) * (y1 - y0)
  }

  private static func append(_ degrees: WorldGeometry, turn: Double, to geometry: inout WorldGeometry) {
    let (firstPosition, firstRing) = (geometry.x.count, geometry.ringEnds.count)
    for index in degrees.x.indices {
      geometry.append(
        x: WorldGrid.x(longitude: degrees.x[index] - 360 * turn), y: WorldGrid.y(latitude: degrees.y[index]))
    }
    geometry.ringEnds.append(contentsOf: degrees.ringEnds.map { firstPosition + $0 })
    geometry.polygonEnds.append(contentsOf: degrees.polygonEnds.map { firstRing + $0 })
  }
}
