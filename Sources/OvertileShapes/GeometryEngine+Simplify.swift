import COvertileGEOS
import MapMath

extension GeometryEngine {
  /// Simplifies the shapes of a layer for one zoom, in their order; one that fails does not stop the others.
  ///
  /// Each shape is simplified alone, so splitting a layer changes nothing; `CoverageSimplifier` simplifies shapes
  /// together.
  package func simplify(_ shapes: [WorldGeometry], _ simplification: Simplification) -> [Result<
    WorldGeometry, any Error
  >] {
    shapes.map { shape in Result { try simplify(shape, simplification) } }
  }

  /// Simplifies one valid shape; the result is valid, and empty if nothing of the shape's dimension is left.
  ///
  /// Every position of the result is one of the source's, except for repairs after Douglas-Peucker. Points, and shapes
  /// that have no position to lose, stay unchanged.
  ///
  /// - Throws: `ShapeError` with code `operationFailed`.
  package func simplify(_ shape: WorldGeometry, _ simplification: Simplification) throws -> WorldGeometry {
    let tolerance = simplification.toleranceWorldUnits
    guard simplification.method != .none, tolerance > 0, shape.kind != .points, shape.canLosePositions else {
      return shape
    }
    let simple = try simple(shape, simplification.method, tolerance)
    if shape.kind == .lines { return simple.withoutRepeatedPositions().geometry }
    if simple.x.count == shape.x.count { return shape }
    let cleaned = simple.withoutRepeatedPositions().geometry
    if cleaned.isEmpty { return cleaned }
    if try isValid(cleaned) { return cleaned }
    return try repaired(cleaned).geometry
  }

  /// The result of a method for a shape; Douglas-Peucker's polygons need not be valid. If Douglas-Peucker would need
  /// O(n^2), the method that keeps topology replaces it.
  private func simple(
    _ shape: WorldGeometry, _ method: Simplification.Method, _ tolerance: Double
  ) throws -> WorldGeometry {
    if method == .topology || SectionScan(shape).isUneven(tolerance: tolerance) {
      var simplifier = TopologySimplifier(shape, tolerance: tolerance)
      return simplifier.simplified()
    }
    let source = try handle(of: shape)
    let simple = try make("GEOSSimplify_r") { GEOSSimplify_r($0, source.pointer, tolerance) }
    return try shape.kind == .lines ? lines(of: simple.pointer) : polygons(of: simple.pointer).geometry
  }
}

extension WorldGeometry {
  /// Whether some ring has more positions than a triangle, or some line more than a segment.
  fileprivate var canLosePositions: Bool {
    let fewest = kind == .polygons ? 4 : 2
    return ringEnds.indices.contains { positions(ofRing: $0).count > fewest }
  }
}
