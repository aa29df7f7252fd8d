import MapMath

/// Cutting unwrapped lines into turns of 360 degrees, each shifted back to -180...180.
extension AntimeridianCut {
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

  static func append(_ degrees: WorldGeometry, turn: Double, to geometry: inout WorldGeometry) {
    geometry.append(degrees) { (WorldGrid.x(longitude: $0 - 360 * turn), WorldGrid.y(latitude: $1)) }
  }
}

extension WorldGeometry {
  /// Adds a line or ring in its degrees.
  mutating func append(_ path: UnwrappedPath) {
    x += path.longitudes
    y += path.latitudes
    endRing()
  }
}
