import COvertileGEOS
import MapMath

extension GeometryEngine {
  /// The position of a label, in whole grid units; nil for an empty geometry.
  ///
  /// Polygons: the position nearest the centroid among those that are farthest from the border of the polygon of the
  /// greatest area, within 1/250 of the longer side of its rectangle; or some point inside (GEOSPointOnSurface_r) if it is
  /// thinner than the search allows or than the grid. Lines: the point half way along the longest. Points: the first.
  /// Polygons and lines that were cut at the antimeridian are put together first.
  ///
  /// - Throws: `ShapeError` with code `operationFailed`.
  package func labelPoint(_ shape: WorldGeometry) throws -> WorldPoint? {
    switch shape.kind {
    case .points:
      return shape.isEmpty ? nil : WorldPoint(nearestX: shape.x[0], y: shape.y[0])
    case .lines:
      return shape.joinedOverMeridian().middleOfLongestLine()
    case .polygons:
      return try labelPoint(ofPolygon: unwrapped(shape).largestPolygon())
    }
  }

  /// Segments of a quarter of a circle around a corner: less than 1/3000 of the radius is cut off.
  private static let quadrantSegments: Int32 = 32

  private func labelPoint(ofPolygon shape: WorldGeometry) throws -> WorldPoint? {
    guard let bounds = shape.bounds else { return nil }
    let polygon = try polygon(of: shape, 0)
    // The search starts with squares as wide as the shorter side: a long thin polygon would have too many.
    let isThread = shape.area < bounds.longerSide * bounds.longerSide / 10_000
    if !isThread {
      let tolerance = max(bounds.longerSide / 250, 1)
      let circle = try make("GEOSMaximumInscribedCircle_r") {
        GEOSMaximumInscribedCircle_r($0, polygon.pointer, tolerance)
      }
      let radius = try lines(of: circle.pointer)
      // GEOSBuffer_r compares all parts of the border that come together.
      let outline = try self.polygon(of: shape.thinned(to: tolerance / 4), 0)
      let inner = try make("GEOSBuffer_r") {
        GEOSBuffer_r($0, outline.pointer, tolerance * 3 / 4 - radius.length, Self.quadrantSegments)
      }
      let centroid = try make("GEOSGetCentroid_r") { GEOSGetCentroid_r($0, polygon.pointer) }
      if let point = nearest(in: inner.pointer, to: centroid.pointer) ?? radius.x.first.map({ ($0, radius.y[0]) }) {
        let (x, y) = ((point.x + 0.5).rounded(.down), (point.y + 0.5).rounded(.down))
        if shape.hasInside(x: x, y: y) { return WorldPoint(nearestX: x, y: y) }
      }
    }
    let surface = try make("GEOSPointOnSurface_r") { GEOSPointOnSurface_r($0, polygon.pointer) }
    let point = try coordinate(of: surface.pointer)
    return WorldPoint(nearestX: point.x, y: point.y)
  }

  /// The position of a geometry that is nearest to a point; nil if the geometry is empty.
  private func nearest(in geometry: OpaquePointer, to point: OpaquePointer) -> (x: Double, y: Double)? {
    guard let positions = GEOSNearestPoints_r(context, geometry, point) else { return nil }
    defer { GEOSCoordSeq_destroy_r(context, positions) }
    var (x, y) = (0.0, 0.0)
    return GEOSCoordSeq_getXY_r(context, positions, 0, &x, &y) == 1 ? (x, y) : nil
  }

  /// Polygons that were cut at the antimeridian, put together beyond the eastern edge of the map.
  private func unwrapped(_ shape: WorldGeometry) throws -> WorldGeometry {
    let side = WorldGrid.side
    guard shape.x.contains(0), shape.x.contains(side) else { return shape }
    var (cut, others) = (WorldGeometry(kind: .polygons), WorldGeometry(kind: .polygons))
    for index in shape.polygonEnds.indices {
      var polygon = shape.polygons([index])
      switch (polygon.x.contains(0), polygon.x.contains(side)) {
      case (true, false):
        polygon.x = polygon.x.map { $0 + side }
        cut.append(polygon)
      case (false, true): cut.append(polygon)
      default: others.append(polygon)
      }
    }
    var whole = try union(of: [cut])
    whole.append(others)
    return whole
  }

  /// The coordinates of a GEOS point.
  func coordinate(of point: OpaquePointer) throws -> (x: Double, y: Double) {
    var (x, y) = (0.0, 0.0)
    guard GEOSGeomGetX_r(context, point, &x) == 1, GEOSGeomGetY_r(context, point, &y) == 1 else {
      throw failure("GEOSGeomGetX_r")
    }
    return (x, y)
  }
}

extension WorldGeometry {
  /// Lines that were cut at the antimeridian, put together: their longitudes go on beyond it.
  fileprivate func joinedOverMeridian() -> WorldGeometry {
    var joined = WorldGeometry(kind: .lines)
    var turn = 0.0
    for line in ringEnds.indices.map(positions(ofRing:)) {
      let (first, last) = (line.lowerBound, line.lowerBound - 1)
      if last >= 0, y[last] == y[first], abs(x[last] - x[first]) == WorldGrid.side {
        turn += x[last] - x[first]
      } else {
        if !joined.isEmpty { joined.endRing() }
        turn = 0
      }
      for index in line { joined.append(x: x[index] + turn, y: y[index]) }
    }
    joined.endRing()
    return joined
  }

  /// Whether a position is inside one of the polygons, and on no border. O(n).
  package func hasInside(x px: Double, y py: Double) -> Bool {
    polygonEnds.indices.contains { polygon in
      let rings = rings(ofPolygon: polygon)
      return rings.allSatisfy { ring in
        let segments = positions(ofRing: ring).dropLast()
        let isInside = SegmentContact.isInside(x: px, y: py, ringOf: segments) { SegmentContact.Segment(x, y, $0) }
        return isInside == (ring == rings.lowerBound)
      }
    }
  }

  /// A polygon without positions nearer than a distance to the last one that is kept, and without holes of which too few are
  /// left: its border is within that distance of the other one's. O(n).
  fileprivate func thinned(to least: Double) -> WorldGeometry {
    var thinned = WorldGeometry(kind: .polygons)
    for ring in ringEnds.indices {
      let all = Array(positions(ofRing: ring).dropLast())
      var kept = [all[0]]
      for index in all where distance(kept[kept.count - 1], index) >= least { kept.append(index) }
      if kept.count < 3, ring > 0 { continue }
      if kept.count < 3 { kept = all }
      for index in kept + [kept[0]] { thinned.append(x: x[index], y: y[index]) }
      thinned.endRing()
    }
    thinned.endPolygon()
    return thinned
  }

  /// The polygon of the greatest area, the first of equals. O(n).
  fileprivate func largestPolygon() -> WorldGeometry {
    let areas = polygonEnds.indices.map { polygons([$0]).area }
    return polygons(areas.max().flatMap(areas.firstIndex(of:)).map { [$0] } ?? [])
  }

  /// The point half way along the longest line, the first of equals. O(n).
  fileprivate func middleOfLongestLine() -> WorldPoint? {
    let lines = ringEnds.indices.map(positions(ofRing:))
    let lengths = lines.map { line in line.dropFirst().reduce(0) { $0 + distance($1 - 1, $1) } }
    guard let longest = lengths.max(), let line = lengths.firstIndex(of: longest) else { return nil }
    var rest = longest / 2
    for index in lines[line].dropFirst() {
      let step = distance(index - 1, index)
      if step > 0, rest <= step {
        let share = rest / step
        return WorldPoint(
          nearestX: x[index - 1] + share * (x[index] - x[index - 1]),
          y: y[index - 1] + share * (y[index] - y[index - 1]))
      }
      rest -= step
    }
    return lines[line].last.map { WorldPoint(nearestX: x[$0], y: y[$0]) }
  }

  private func distance(_ a: Int, _ b: Int) -> Double {
    ((x[b] - x[a]) * (x[b] - x[a]) + (y[b] - y[a]) * (y[b] - y[a])).squareRoot()
  }
}
