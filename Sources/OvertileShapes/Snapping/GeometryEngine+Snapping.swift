import MapMath

/// Judging shapes whose borders were joined with others.
extension GeometryEngine {
  /// Whether a joined shape is valid.
  ///
  /// - Throws: `ShapeError` with code `operationFailed`.
  package func isSound(_ snapped: WorldGeometry) throws -> Bool {
    guard snapped.kind == .polygons else { return true }
    let cleaned = snapped.withoutRepeatedPositions()
    return try cleaned.dropped == 0 && isValid(cleaned.geometry)
  }

  /// A joined shape without repeated positions; repaired if it is not valid, and as it was if nothing would be left.
  ///
  /// - Throws: `ShapeError` with code `operationFailed`.
  package func settled(_ snapped: WorldGeometry, isSound: Bool, from source: WorldGeometry) throws -> WorldGeometry {
    let cleaned = snapped.withoutRepeatedPositions().geometry
    if isSound { return cleaned }
    let repaired = try repaired(cleaned)
    return repaired.isEmpty ? source : repaired
  }
}

extension WorldGeometry {
  /// The polygons that differ from those of the source.
  package func changedPolygons(from source: WorldGeometry) -> [Int] {
    polygonEnds.indices.filter { polygons([$0]) != source.polygons([$0]) }
  }

  /// The polygons that have a ring without area, or wound otherwise than the same ring before.
  func turnedPolygons(from source: WorldGeometry) -> [Int] {
    polygonEnds.indices.filter { polygon in
      rings(ofPolygon: polygon).contains { ring in
        let area = Shoelace.doubledArea(x, y, positions(ofRing: ring))
        let before = Shoelace.doubledArea(source.x, source.y, source.positions(ofRing: ring))
        return area == 0 || (area > 0) != (before > 0)
      }
    }
  }
}
