import COvertileGEOS
import MapMath

extension GeometryEngine {
  /// The union of polygons on whole grid units, in canonical form: it depends on the set of shapes, not on their order.
  ///
  /// Each must be valid. Corners at which outlines cross move by less than one unit, 9.3 mm at the equator
  /// (GEOSUnaryUnionPrec_r).
  ///
  /// - Throws: `ShapeError` with code `operationFailed`.
  package func union(of shapes: [WorldGeometry]) throws -> WorldGeometry {
    var all = WorldGeometry(kind: .polygons)
    for shape in shapes where shape.kind == .polygons { all.append(shape) }
    if all.isEmpty { return all }
    let source = try handle(of: all.canonical())
    let union = try make("GEOSUnaryUnionPrec_r") { GEOSUnaryUnionPrec_r($0, source.pointer, 1) }
    return try polygons(of: union.pointer).canonical()
  }
}
