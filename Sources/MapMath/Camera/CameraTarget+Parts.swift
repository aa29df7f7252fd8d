extension CameraTarget {
  /// The corners of parts, each moved by whole turns so that all lie on the shortest arc around them.
  static func together(_ parts: [[MapPoint]]) -> [MapPoint] {
    let side = MapPoint.worldSide
    let held = parts.filter { !$0.isEmpty }
    let arcs = held.map { part in
      let columns = part.map(\.x)
      let west = columns.min() ?? 0
      return CircularArc(start: MapPoint(x: west, y: 0).wrapped.x, length: (columns.max() ?? west) - west)
    }
    guard let whole = CircularArc(covering: arcs, period: side) else { return [] }
    return zip(held, arcs).flatMap { part, arc in
      let west = part.reduce(Double.infinity) { min($0, $1.x) }
      let turn = arc.start < whole.start ? arc.start + side : arc.start
      return part.map { MapPoint(x: turn + ($0.x - west), y: $0.y) }
    }
  }

  /// The parts of a geometry in map points: its points one by one, its lines, its rings.
  static func parts(of geometry: WorldGeometry) -> [[MapPoint]] {
    let scale = MapPoint.worldSide / WorldGrid.side
    let points = zip(geometry.x, geometry.y).map { MapPoint(x: $0 * scale, y: $1 * scale) }
    guard geometry.kind != .points else { return points.map { [$0] } }
    return geometry.ringEnds.indices.map { ring in Array(points[geometry.positions(ofRing: ring)]) }
  }
}
