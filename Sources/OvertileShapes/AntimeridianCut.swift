import MapMath

/// From longitudes and latitudes to the world grid, cut at the antimeridian.
///
/// The rules, after RFC 7946 section 3.1.9:
/// - A step of more than 180 degrees between neighbors crosses the meridian the short way; a step of exactly 180 does not.
/// - A step of exactly 360, from one side of the meridian to its other side, has no length; but if that leaves a ring
///   without area or not closed, or a line without length, it goes the whole way around the world.
/// - Lines are straight in longitude and latitude; the latitude of a cut is interpolated in longitude, and both sides
///   of the cut have the same one.
/// - A ring that turns once around the Earth is closed along the edge of the pole on its left, if rings are known to have
///   their inside there, otherwise of the one that is nearer to its mean latitude. An exterior and a hole that both do
///   bound a band between them.
/// - Longitudes outside -180...180 mean the same position as their equivalent inside.
///
/// Longitudes are a few turns around the Earth at most, and latitudes within -90...90, as whoever reads positions sees to.
/// Parts are appended to a geometry, so that a multi geometry is built part by part. Nothing is made valid here; see
/// `GeometryEngine.repair`.
package enum AntimeridianCut {
  /// Appends a line, as one line for each side of each cut.
  package static func append(
    lineAt positions: Range<Int>, longitudes: [Double], latitudes: [Double], to geometry: inout WorldGeometry
  ) {
    let line = UnwrappedPath(lineAt: positions, longitudes, latitudes)
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

  /// Appends a polygon, its exterior first and then its holes, as one polygon or more for each side of each cut; returns
  /// whether it has any position.
  ///
  /// A ring that does not repeat its first position at its end is closed.
  ///
  /// - Parameter insideIsLeft: whether rings around a pole have their inside on the left.
  @discardableResult
  package static func append(
    polygonWithRingsAt rings: [Range<Int>], longitudes: [Double], latitudes: [Double], insideIsLeft: Bool = false,
    to geometry: inout WorldGeometry
  ) -> Bool {
    guard let paths = PolygonPaths(rings, longitudes, latitudes, insideIsLeft: insideIsLeft) else { return false }
    for part in paths.parts() { append(part.degrees, turn: part.turn, to: &geometry) }
    return true
  }

  /// Appends the rings of a polygon, or a line, in degrees that continue across the antimeridian: the input of the
  /// cut.
  ///
  /// Validity is tested on these: as written, a path across the meridian looks crossed or whole when it is not. A polygon all
  /// around the Earth ends where its exterior does.
  package static func appendUnwrapped(
    _ rings: [Range<Int>], longitudes: [Double], latitudes: [Double], insideIsLeft: Bool = false,
    to degrees: inout WorldGeometry
  ) {
    var paths: [UnwrappedPath]
    if degrees.kind == .polygons {
      guard let polygon = PolygonPaths(rings, longitudes, latitudes, insideIsLeft: insideIsLeft) else { return }
      if polygon.goesAround { return degrees.append(polygon.whole()) }
      paths = polygon.rings
    } else {
      paths = rings.filter { !$0.isEmpty }.map { UnwrappedPath(lineAt: $0, longitudes, latitudes) }
    }
    // Polygons that overlap on the map do so here, too, whatever the turns in which they are written.
    if let first = paths.first, let end = degrees.ringEnds.first {
      let turns = first.turns(to: degrees.x[..<end])
      paths = paths.map { $0.shifted(turns: turns) }
    }
    for path in paths { degrees.append(path) }
    if degrees.kind == .polygons { degrees.endPolygon() }
  }
}

/// Cutting unwrapped lines into turns of 360 degrees, each shifted back to -180...180.
extension AntimeridianCut {
  /// A step in longitude, cut where it crosses a meridian 180 degrees from a multiple of 360.
  private static func steps(_ from: Double, _ to: Double) -> [(from: Double, to: Double)] {
    let (low, high) = (min(from, to), max(from, to))
    let first = (((low + 180) / 360).rounded(.down) + 1) * 360 - 180
    var cuts = [low] + stride(from: first, to: high, by: 360) + [high]
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
    var part = degrees
    part.x = degrees.x.map { WorldGrid.x(longitude: $0 - 360 * turn) }
    part.y = degrees.y.map { WorldGrid.y(latitude: $0) }
    geometry.append(part)
  }
}
