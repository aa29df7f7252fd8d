import MapMath
import OvertileConfiguration
import OvertileShapes

/// The shapes of a layer, simplified together for every zoom but the last (`method: coverage`).
///
/// Made once for all zooms: a zoom selects from it. Polygons are judged here, too, so that repairs are known before tiles
/// are made.
struct LayerCoverage: Sendable {
  private let coverage: SimplifiedCoverage
  private let firstZoom: Int
  /// Per zoom: the polygons whose simplification is not valid, repaired, by their indices.
  private let repaired: [[Int: WorldGeometry]]

  /// Simplifies shapes in canonical order; nil if the method is another one, or there is nothing to simplify.
  init?(_ shapes: [WorldGeometry], _ options: ShapeLayer, zooms: ClosedRange<Int>, _ work: OrderedParallelMap) throws {
    let zooms = zooms.dropLast()
    guard options.method == .coverage, options.tolerancePixels > 0, let first = zooms.first,
      shapes.contains(where: { $0.kind != .points })
    else { return nil }
    var simplifier = CoverageSimplifier(shapes)
    for zoom in zooms {
      try simplifier.addLevel(tolerance: options.toleranceWorldUnits(zoom: zoom)) { try work.cancellation.check() }
    }
    let coverage = simplifier.coverage
    repaired = try zooms.map { zoom in
      try Self.repaired(shapes, work) { index, engine in
        let isSmall = shapes[index].isSmaller(
          thanPixels: options.smallerThanPixels, zoom: zoom, tileSize: ShapeOverlays.tilePixels)
        if isSmall { return nil }
        return try engine.repairedIfInvalid(coverage.shape(index, shapes[index], level: zoom - first))
      }
    }
    (self.coverage, firstZoom) = (coverage, first)
  }

  /// A shape at a zoom before the last; empty if its repair has left nothing.
  func shape(_ index: Int, _ source: WorldGeometry, zoom: Int) -> WorldGeometry {
    let level = zoom - firstZoom
    return repaired[level][index] ?? coverage.shape(index, source, level: level)
  }

  /// The indices of the shapes that were repaired at some zoom.
  var repairedShapes: [Int] { repaired.flatMap(\.keys) }

  /// The results of a repair by the indices of the shapes that have one.
  private static func repaired(
    _ shapes: [WorldGeometry], _ work: OrderedParallelMap,
    _ repair: @escaping @Sendable (Int, GeometryEngine) throws -> WorldGeometry?
  ) throws -> [Int: WorldGeometry] {
    var result: [Int: WorldGeometry] = [:]
    var next = 0
    try work.run(
      next: { () -> Range<Int>? in
        guard next < shapes.count else { return nil }
        defer { next += ShapeOverlays.chunk }
        return next..<min(next + ShapeOverlays.chunk, shapes.count)
      },
      makeWorker: { try GeometryEngine() },
      work: { (engine: inout GeometryEngine, range: Range<Int>) -> [(Int, WorldGeometry)] in
        try range.compactMap { index in try repair(index, engine).map { (index, $0) } }
      },
      consume: { for (index, shape) in $0 { result[index] = shape } })
    return result
  }

  /// The first zoom, from one on, at which next to nothing is removed; nil if there is none.
  ///
  /// - Parameter zooms: the zooms of the layer; simplification begins at the first.
  static func completeZoom(
    _ shapes: [WorldGeometry], _ options: ShapeLayer, zooms: ClosedRange<Int>, from first: Int,
    _ work: OrderedParallelMap
  ) throws -> Int? {
    let all = shapes.reduce(0) { $0 + $1.x.count }
    var simplifier = CoverageSimplifier(shapes)
    for zoom in zooms.lowerBound...max(first, zooms.upperBound) {
      try simplifier.addLevel(tolerance: options.toleranceWorldUnits(zoom: zoom)) { try work.cancellation.check() }
      let coverage = simplifier.coverage
      let shown = shapes.indices.reduce(0) { count, index in
        let isSmall = shapes[index].isSmaller(
          thanPixels: options.smallerThanPixels, zoom: zoom, tileSize: ShapeOverlays.tilePixels)
        return isSmall
          ? count : count + coverage.positions(ofShape: index, shapes[index], level: zoom - zooms.lowerBound)
      }
      if zoom >= first, CompleteZoom.isComplete(positions: shown, of: all) { return zoom }
    }
    return nil
  }
}
