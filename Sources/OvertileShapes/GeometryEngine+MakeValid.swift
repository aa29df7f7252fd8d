import COvertileGEOS
import MapMath
import OvertileCore

extension GeometryEngine {
  /// Whether polygons are valid; GEOS is not asked if the quick exact test can tell.
  func isValid(_ polygons: WorldGeometry) throws -> Bool {
    try polygons.isPlainlyValid ?? isValidForGEOS(polygons)
  }

  /// Whether GEOS finds polygons valid.
  func isValidForGEOS(_ polygons: WorldGeometry) throws -> Bool {
    let handle = try handle(of: polygons)
    return try ask("GEOSisValid_r") { GEOSisValid_r($0, handle.pointer) }
  }

  /// Valid polygons on whole coordinates, in canonical order.
  func repaired(_ polygons: WorldGeometry) throws -> WorldGeometry {
    var result = WorldGeometry(kind: .polygons)
    for index in polygons.polygonEnds.indices {
      let polygon = polygons.polygons([index])
      result.append(try isValid(polygon) ? polygon : area(of: polygon) { $0.count % 2 == 1 })
    }
    return try united(result)
  }

  /// The area, on whole coordinates, of the faces that rings divide the plane into and that a rule calls inside, by the
  /// rings around each; in canonical order.
  func area(of polygons: WorldGeometry, isInside: ([Int]) -> Bool) throws -> WorldGeometry {
    let faces = try faces(of: nodedOutlines(of: polygons), around: polygons) { isInside($0.inside) }
    guard let outline = faces.outlineIfAdjacent() else { return faces.canonical() }
    // Without the edges between them, adjacent faces are one. (GEOSUnaryUnion_r needs many times as long.) A place in one may
    // be on an edge that was left out.
    return try self.faces(of: handle(of: outline), around: faces) {
      $0.isOnBoundary || $0.inside.count % 2 == 1
    }.canonical()
  }

  /// The outlines of polygons as lines that meet at their ends only. GEOS rounds crossings to whole coordinates, where there
  /// are any.
  private func nodedOutlines(of polygons: WorldGeometry) throws -> GeometryHandle {
    if let lines = polygons.noded() { return try handle(of: lines) }
    var outlines = polygons
    (outlines.kind, outlines.polygonEnds) = (.lines, [])
    let lines = try handle(of: outlines)
    return try make("GEOSUnaryUnionPrec_r") { GEOSUnaryUnionPrec_r($0, lines.pointer, 1) }
  }

  /// The faces between lines that meet at their ends only, if a rule calls them inside by the rings around a place in them.
  private func faces(
    of lines: borrowing GeometryHandle, around rings: WorldGeometry, isInside: (RingLocator.Finding) -> Bool
  ) throws -> WorldGeometry {
    let pointer = lines.pointer
    let polygonized = try make("GEOSPolygonize_r") { context in
      var source: OpaquePointer? = pointer
      return GEOSPolygonize_r(context, &source, 1)
    }
    let faces = try polygons(of: polygonized.pointer)
    let locator = RingLocator(SegmentRuns(rings))
    return faces.polygons(
      try faces.polygonEnds.indices.filter { face in
        let source = try polygon(of: faces, face)
        let inner = try make("GEOSPointOnSurface_r") { GEOSPointOnSurface_r($0, source.pointer) }
        let (x, y) = try coordinate(of: inner.pointer)
        return isInside(locator.rings(roundX: x, y: y))
      })
  }

  /// Polygons, each of which is valid, as they are if they do not overlap, otherwise united; in canonical order.
  func united(_ polygons: WorldGeometry) throws -> WorldGeometry {
    try polygons.polygonEnds.count < 2 || isValid(polygons) ? polygons.canonical() : union(of: [polygons])
  }
}

extension WorldGeometry {
  /// The edges of polygons, each a line, without those that two polygons have in common; nil if there are none of these.
  fileprivate func outlineIfAdjacent() -> WorldGeometry? {
    guard polygonEnds.count > 1 else { return nil }
    let edges = ringEnds.indices.flatMap { positions(ofRing: $0).dropLast() }
    var counts: [SIMD4<Double>: Int] = [:]
    for edge in edges { counts[ends(ofEdge: edge), default: 0] += 1 }
    guard counts.count < edges.count else { return nil }
    var outline = WorldGeometry(kind: .lines)
    for edge in edges where counts[ends(ofEdge: edge)] == 1 {
      for position in [edge, edge + 1] { outline.append(x: x[position], y: y[position]) }
      outline.endRing()
    }
    return outline
  }

  /// The ends of the edge from a position to the next, whatever its direction.
  func ends(ofEdge index: Int) -> SIMD4<Double> {
    let isForward = (x[index], y[index]) < (x[index + 1], y[index + 1])
    let (from, to) = isForward ? (index, index + 1) : (index + 1, index)
    return SIMD4(x[from], y[from], x[to], y[to])
  }
}

/// An exact and quick test for validity.
extension WorldGeometry {
  /// The number of positions of a ring up to which all its segments are compared with each other.
  private static let fewPositions = 12

  /// Whether polygons are valid, whose coordinates are whole, and whose rings are closed, without repeated positions, and
  /// have an area; nil if different rings touch, or too many segments lie close to each other to tell.
  ///
  /// They are if no two segments touch except neighbors at their common end, and rings nest as their roles require.
  /// O(n) for ordinary outlines.
  var isPlainlyValid: Bool? {
    if x.count <= Self.fewPositions, ringEnds.count == 1 {
      return SegmentContact.areApart(ringOf: x.count - 1) { SegmentContact.Segment(x, y, $0) }
    }
    let runs = SegmentRuns(self)
    var isTangled = false
    let areApart = runs.allSatisfy { one, first, other, second in
      guard SegmentContact.touch(first, second), !areFirstAndLast(one, other) else { return true }
      isTangled = ring(ofPosition: one) == ring(ofPosition: other)
      return false
    }
    if areApart == true { return runs.areNestedProperly }
    return isTangled ? false : nil
  }

  private func ring(ofPosition index: Int) -> Int { ringEnds.partitioningIndex { $0 > index } }

  /// Whether two segments are the first and the last of a ring.
  func areFirstAndLast(_ one: Int, _ other: Int) -> Bool {
    let positions = positions(ofRing: ring(ofPosition: one))
    return one == positions.lowerBound && other == positions.upperBound - 2
  }
}
