import COvertileGEOS
import MapMath

extension GeometryEngine {
  /// The position of a label, in whole grid units; nil for an empty geometry.
  ///
  /// Polygons: the center of the largest circle inside the polygon of the greatest area, within 1/250 of the
  /// longer side of its rectangle (GEOSMaximumInscribedCircle_r), or some point inside (GEOSPointOnSurface_r) if it is
  /// thinner than the search allows or than the grid. Lines: the point half way along the longest. Points: the first.
  ///
  /// - Throws: `ShapeError` with code `operationFailed`.
  package func labelPoint(_ shape: WorldGeometry) throws -> WorldPoint? {
    switch shape.kind {
    case .points:
      return shape.isEmpty ? nil : WorldPoint(nearestX: shape.x[0], y: shape.y[0])
    case .lines:
      return shape.middleOfLongestLine()
    case .polygons:
      return try labelPoint(ofPolygon: shape.largestPolygon())
    }
  }

  private func labelPoint(ofPolygon shape: WorldGeometry) throws -> WorldPoint? {
    guard let extent = shape.extent else { return nil }
    let polygon = try polygon(of: shape, 0)
    // The search starts with squares as wide as the shorter side: a long thin polygon would have too many.
    let isThread = shape.area < extent.longerSide * extent.longerSide / 10_000
    if !isThread {
      let tolerance = max(extent.longerSide / 250, 1)
      let circle = try make("GEOSMaximumInscribedCircle_r") {
        GEOSMaximumInscribedCircle_r($0, polygon.pointer, tolerance)
      }
      if let center = try firstPosition(of: circle.pointer, inside: shape) { return center }
    }
    let surface = try make("GEOSPointOnSurface_r") { GEOSPointOnSurface_r($0, polygon.pointer) }
    let point = try coordinate(of: surface.pointer)
    return WorldPoint(nearestX: point.x, y: point.y)
  }

  /// The first position of a line, rounded, if it is still inside a polygon.
  private func firstPosition(of line: OpaquePointer, inside shape: WorldGeometry) throws -> WorldPoint? {
    let lines = try lines(of: line)
    guard let x = lines.x.first, let y = lines.y.first else { return nil }
    let (wholeX, wholeY) = ((x + 0.5).rounded(.down), (y + 0.5).rounded(.down))
    return shape.hasInside(x: wholeX, y: wholeY) ? WorldPoint(nearestX: wholeX, y: wholeY) : nil
  }

  private func coordinate(of point: OpaquePointer) throws -> (x: Double, y: Double) {
    var (x, y) = (0.0, 0.0)
    guard GEOSGeomGetX_r(context, point, &x) == 1, GEOSGeomGetY_r(context, point, &y) == 1 else {
      throw failure("GEOSGeomGetX_r")
    }
    return (x, y)
  }
}

extension WorldGeometry {
  /// Whether a position is inside one of the polygons, and on no border. O(n).
  package func hasInside(x px: Double, y py: Double) -> Bool {
    polygonEnds.indices.contains { polygon in
      let rings = rings(ofPolygon: polygon)
      return rings.allSatisfy { ring in
        Shoelace.side(ofX: px, y: py, x, y, positions(ofRing: ring)) == (ring == rings.lowerBound ? .inside : .outside)
      }
    }
  }

  /// The polygon of the greatest area, the first of equals. O(n).
  fileprivate func largestPolygon() -> WorldGeometry {
    var best = WorldGeometry(kind: .polygons)
    var bestArea = -1.0
    for polygon in polygonEnds.indices {
      var candidate = WorldGeometry(kind: .polygons)
      for ring in rings(ofPolygon: polygon) {
        candidate.x.append(contentsOf: x[positions(ofRing: ring)])
        candidate.y.append(contentsOf: y[positions(ofRing: ring)])
        candidate.endRing()
      }
      candidate.endPolygon()
      let area = candidate.area
      if area > bestArea { (best, bestArea) = (candidate, area) }
    }
    return best
  }

  /// The point half way along the longest line, the first of equals. O(n).
  fileprivate func middleOfLongestLine() -> WorldPoint? {
    var best: (line: Range<Int>, length: Double)?
    for line in ringEnds.indices.map(positions(ofRing:)) {
      let length = line.dropFirst().reduce(0) { $0 + distance($1 - 1, $1) }
      if length > (best?.length ?? -1) { best = (line, length) }
    }
    guard let best, let last = best.line.last else { return nil }
    var rest = best.length / 2
    for index in best.line.dropFirst() {
      let step = distance(index - 1, index)
      if step > 0, rest <= step {
        let share = rest / step
        return WorldPoint(
          nearestX: x[index - 1] + share * (x[index] - x[index - 1]),
          y: y[index - 1] + share * (y[index] - y[index - 1]))
      }
      rest -= step
    }
    return WorldPoint(nearestX: x[last], y: y[last])
  }

  private func distance(_ a: Int, _ b: Int) -> Double {
    ((x[b] - x[a]) * (x[b] - x[a]) + (y[b] - y[a]) * (y[b] - y[a])).squareRoot()
  }
}
