import MapMath

extension GeometryEngine {
  /// Whether the polygons of a tile are valid: simple rings, holes inside their exteriors, no two overlapping. O(n log n).
  ///
  /// - Parameters:
  ///   - geometry: polygons in tile units.
  ///   - polygons: per polygon: its rings, the exterior first.
  /// - Throws: `ShapeError` if GEOS cannot tell.
  package func isValid(_ geometry: TileGeometry, polygons: [Range<Int>]) throws -> Bool {
    var world = WorldGeometry(kind: .polygons)
    for rings in polygons {
      for ring in rings {
        let positions = geometry.positions(ofPart: ring)
        guard positions.count >= 3 else { return false }
        for index in positions { world.append(x: Double(geometry.x[index]), y: Double(geometry.y[index])) }
        world.append(x: Double(geometry.x[positions.lowerBound]), y: Double(geometry.y[positions.lowerBound]))
        world.endRing()
      }
      world.endPolygon()
    }
    return try isValid(world)
  }
}
