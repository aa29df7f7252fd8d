import MapMath

/// Judging shapes whose borders were joined with others.
extension GeometryEngine {
  /// Where a joined shape is not valid: the origins of segments that cross, none if rings lie where they should not; nil
  /// if it is valid.
  ///
  /// - Throws: `ShapeError` with code `operationFailed`.
  package func fault(_ snapped: SnappedShape) throws -> Set<SnappedShape.Origin>? {
    guard snapped.geometry.kind == .polygons else { return nil }
    let cleaned = snapped.geometry.withoutRepeatedPositions()
    if try cleaned.dropped == 0 && isValid(cleaned.geometry) { return nil }
    return snapped.crossingOrigins
  }

  /// A joined shape without repeated positions; repaired if it is not valid, and as it was if nothing would be left.
  ///
  /// - Throws: `ShapeError` with code `operationFailed`.
  package func settled(_ snapped: SnappedShape, isFaulty: Bool, from source: WorldGeometry) throws -> WorldGeometry {
    let cleaned = snapped.geometry.withoutRepeatedPositions().geometry
    guard isFaulty else { return cleaned }
    let repaired = try repaired(cleaned).geometry
    return repaired.isEmpty ? source : repaired
  }
}
