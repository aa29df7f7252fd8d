import CGEOS
import MapMath

extension GeometryEngine {
  /// Simplifies the shapes of a layer for one zoom, in their order; one that fails does not stop the others.
  ///
  /// The shapes are given together because borders that they share can only be simplified together; the methods of today
  /// look at each shape alone, so splitting a layer changes nothing.
  public func simplify(_ shapes: [WorldGeometry], _ simplification: Simplification) -> [Result<
    WorldGeometry, any Error
  >] {
    shapes.map { shape in Result { try simplify(shape, simplification) } }
  }

  /// Simplifies one valid shape; the result is valid, and empty where nothing of the shape's dimension is left.
  ///
  /// Every position of the result is one of the source's, but for repairs after Douglas-Peucker. Points, and shapes that
  /// have no position to lose, come back as they are. 0.1 (Douglas-Peucker) to 1 microseconds (topology) a position.
  ///
  /// - Throws: `ShapeError` with code `operationFailed`.
  public func simplify(_ shape: WorldGeometry, _ simplification: Simplification) throws -> WorldGeometry {
    let tolerance = simplification.toleranceWorldUnits
    guard simplification.method != .none, tolerance > 0, shape.kind != .points, shape.canLosePositions else {
      return shape
    }
    let source = try handle(of: shape)
    let simple =
      switch simplification.method {
      case .topology:
        try make("GEOSTopologyPreserveSimplify_r") { GEOSTopologyPreserveSimplify_r($0, source.pointer, tolerance) }
      case .douglasPeucker, .none:
        try make("GEOSSimplify_r") { GEOSSimplify_r($0, source.pointer, tolerance) }
      }
    if shape.kind == .lines { return try lines(of: simple.pointer).withoutRepeatedPositions().geometry }
    let polygons = try polygons(of: simple.pointer).geometry
    if polygons.x.count == shape.x.count { return shape }
    let cleaned = polygons.withoutRepeatedPositions().geometry
    if cleaned.isEmpty { return cleaned }
    if try isValid(cleaned) { return cleaned }
    return try repaired(cleaned).geometry
  }
}

extension WorldGeometry {
  /// Whether some ring has more positions than a triangle, or some line more than a segment.
  fileprivate var canLosePositions: Bool {
    let fewest = kind == .polygons ? 4 : 2
    return ringEnds.indices.contains { positions(ofRing: $0).count > fewest }
  }
}
