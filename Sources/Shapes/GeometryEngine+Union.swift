import CGEOS
import MapMath

extension GeometryEngine {
  /// The union of polygons on whole grid units, in canonical form: it depends on the set of shapes, not on their order.
  ///
  /// GEOSUnaryUnionPrec_r with a grid of one unit, over the polygons in canonical order; each must be valid. Corners
  /// where outlines cross move by less than one unit, 9.3 mm at the equator.
  ///
  /// - Throws: `ShapeError` with code `operationFailed`.
  public func union(of shapes: [WorldGeometry]) throws -> WorldGeometry {
    var all = WorldGeometry(kind: .polygons)
    for shape in shapes where shape.kind == .polygons {
      let (positions, rings) = (all.x.count, all.ringEnds.count)
      all.x.append(contentsOf: shape.x)
      all.y.append(contentsOf: shape.y)
      all.ringEnds.append(contentsOf: shape.ringEnds.map { positions + $0 })
      all.polygonEnds.append(contentsOf: shape.polygonEnds.map { rings + $0 })
    }
    if all.isEmpty { return all }
    let source = try handle(of: all.canonical())
    let union = try make("GEOSUnaryUnionPrec_r") { GEOSUnaryUnionPrec_r($0, source.pointer, 1) }
    return try polygons(of: union.pointer).geometry.canonical()
  }
}
