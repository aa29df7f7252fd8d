import COvertileGEOS
import MapMath

extension GeometryEngine {
  /// The union of polygons on whole grid units, in canonical form: it depends on the set of shapes, not on their order.
  ///
  /// Each must be valid. Corners at which outlines cross move by less than one unit, 9.3 mm at the equator. An `Overlay`
  /// finds all crossings at once, in near-linear time; if it gives up, GEOSUnaryUnionPrec_r with a grid of one unit
  /// unites the polygons in pairs, in canonical order.
  ///
  /// - Throws: `ShapeError` with code `operationFailed`.
  package func union(of shapes: [WorldGeometry]) throws -> WorldGeometry {
    var all = WorldGeometry(kind: .polygons)
    for shape in shapes where shape.kind == .polygons { all.append(polygonsOf: shape) }
    if all.isEmpty { return all }
    let canonical = all.canonical()
    if let overlaid = Overlay(canonical).snapped() { return overlaid }
    let source = try handle(of: canonical)
    let union = try make("GEOSUnaryUnionPrec_r") { GEOSUnaryUnionPrec_r($0, source.pointer, 1) }
    return try polygons(of: union.pointer).geometry.canonical()
  }
}
