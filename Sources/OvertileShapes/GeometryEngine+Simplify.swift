import COvertileGEOS
import MapMath
import OvertileCore

extension GeometryEngine {
  /// Simplifies one valid shape alone; the result is valid, and empty if nothing of the shape's dimension is left.
  /// `CoverageSimplifier` simplifies shapes together.
  ///
  /// Every position of the result is one of the source's, except for repairs. Points, shapes that have no position to
  /// lose, and shapes that would be cut too unevenly for GEOS, which calls itself for each section, stay unchanged.
  ///
  /// - Parameters:
  ///   - method: how to simplify; `coverage` is `topology` for a shape by itself.
  ///   - tolerance: the greatest distance in world grid units between the shape and its simplification, 0 or more.
  /// - Throws: `ShapeError` with code `operationFailed`.
  package func simplify(
    _ shape: WorldGeometry, _ method: ShapeMethod, tolerance: Double
  ) throws -> WorldGeometry {
    let fewest = shape.kind == .polygons ? 4 : 2
    guard method != .nothing, tolerance > 0, shape.kind != .points,
      shape.ringEnds.indices.contains(where: { shape.positions(ofRing: $0).count > fewest }),
      !SectionScan.isUneven(shape)
    else { return shape }
    let source = try handle(of: shape)
    let simple =
      method == .douglasPeucker
      ? try make("GEOSSimplify_r") { GEOSSimplify_r($0, source.pointer, tolerance) }
      : try make("GEOSTopologyPreserveSimplify_r") { GEOSTopologyPreserveSimplify_r($0, source.pointer, tolerance) }
    if shape.kind == .lines { return try lines(of: simple.pointer).withoutRepeatedPositions().geometry }
    let cleaned = try polygons(of: simple.pointer).withoutRepeatedPositions().geometry
    return try cleaned.isEmpty || isValid(cleaned) ? cleaned : repaired(cleaned)
  }
}
