import MapMath

/// Judging shapes whose borders were joined with others.
extension GeometryEngine {
  /// The polygons of a joined shape that make it invalid: those that are not valid by themselves, otherwise all that
  /// changed. None if it is valid.
  ///
  /// - Throws: `ShapeError` with code `operationFailed`.
  package func faultyPolygons(_ snapped: WorldGeometry, from source: WorldGeometry) throws -> [Int] {
    guard snapped.kind == .polygons, try !isSound(snapped) else { return [] }
    let changed = snapped.polygonEnds.indices.filter { polygon in
      snapped.polygons([polygon]) != source.polygons([polygon])
    }
    let faulty = try changed.filter { try !isSound(snapped.polygons([$0])) }
    return faulty.isEmpty ? changed : faulty
  }

  /// A joined shape without repeated positions; repaired if it is not valid, and as it was if nothing would be left.
  ///
  /// - Throws: `ShapeError` with code `operationFailed`.
  package func settled(_ snapped: WorldGeometry, isFaulty: Bool, from source: WorldGeometry) throws -> WorldGeometry {
    let cleaned = snapped.withoutRepeatedPositions().geometry
    guard isFaulty else { return cleaned }
    let repaired = try repaired(cleaned).geometry
    return repaired.isEmpty ? source : repaired
  }

  private func isSound(_ polygons: WorldGeometry) throws -> Bool {
    let cleaned = polygons.withoutRepeatedPositions()
    return try cleaned.dropped == 0 && isValid(cleaned.geometry)
  }
}
