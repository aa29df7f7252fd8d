import MapMath
import OvertileConfiguration
import OvertileShapes

/// The shapes of a layer whose borders are joined where they nearly match (`shape: {snap: 1m}`).
struct SnappedShapes {
  /// The shapes, in canonical order.
  private(set) var shapes: [WorldGeometry]
  /// The counts of what was joined; nil without the key.
  private(set) var counts: BuildReport.Snapping?
  /// The indices of the shapes that changed, ascending.
  private(set) var changed: [Int] = []
  /// The indices of the shapes that changed and had to be repaired, ascending.
  private(set) var repaired: [Int] = []
  /// The indices of the shapes that were not joined everywhere, ascending.
  private(set) var kept: [Int] = []
  /// Whether so many borders are near each other that none were joined.
  private(set) var isTooMuch = false

  /// The number of times that what makes polygons invalid is left as it is, and the rest joined again: first positions
  /// and segments, then polygons.
  private static let (mostRounds, mostPolygonRounds) = (12, 4)

  /// Joins the borders of shapes in canonical order, if a layer's options demand it.
  init(_ source: [WorldGeometry], _ options: ShapeLayer, _ work: OrderedParallelMap) throws {
    shapes = source
    guard options.method == .coverage, let meters = options.snapMeters else { return }
    try LayerCoverage.expectMemory(vertices: source.reduce(0) { $0 + $1.x.count }, work)
    let distance = SnapDistance(meters: meters)
    counts = BuildReport.Snapping(meters: meters)
    guard var snapping = try BorderSnapping(source, within: distance, work.check) else {
      isTooMuch = true
      return
    }
    if snapping.isEmpty { return }
    let snapped = try Self.valid(&snapping, source, work)
    for (index, shape) in snapped.shapes where shape != source[index] {
      shapes[index] = shape
      changed.append(index)
    }
    changed.sort()
    repaired = snapped.repaired.sorted()
    kept = snapping.keptShapes.sorted()
    counts?.movedPositions = snapping.movedPositions
    counts?.splitSegments = snapping.splitSegments
    counts?.shapes = changed.count
    counts?.repaired = repaired.count
    counts?.kept = kept.count
  }

  /// The shapes that change, valid.
  private static func valid(
    _ snapping: inout BorderSnapping, _ source: [WorldGeometry], _ work: OrderedParallelMap
  ) throws -> (shapes: [Int: WorldGeometry], repaired: [Int]) {
    var sound: [Int: SnappedShape] = [:]
    var round = 1
    while true {
      try work.check()
      let snapped = snapping.snapped(source)
      let unknown = snapped.keys.filter { sound[$0] != snapped[$0] }.sorted()
      let faults = try judge(unknown, snapped, work)
      for index in unknown where faults[index] == nil { sound[index] = snapped[index] }
      if faults.isEmpty || round == mostRounds + mostPolygonRounds {
        return try settled(snapped, Set(faults.keys), source)
      }
      let before = snapping
      for (index, origins) in faults {
        if round <= mostRounds, !before.areKept(origins, source[index]) {
          snapping.keep(origins, ofShape: index, source[index])
        } else {
          let changed = snapped[index]?.changedPolygons(from: source[index]) ?? []
          _ = snapping.keep(changed, ofShape: index, source)
        }
      }
      round += 1
    }
  }

  private static func settled(
    _ snapped: [Int: SnappedShape], _ faulty: Set<Int>, _ source: [WorldGeometry]
  ) throws -> (shapes: [Int: WorldGeometry], repaired: [Int]) {
    let engine = try GeometryEngine()
    var result: [Int: WorldGeometry] = [:]
    for (index, shape) in snapped {
      result[index] = try engine.settled(shape, isFaulty: faulty.contains(index), from: source[index])
    }
    return (result, faulty.sorted().filter { result[$0] != source[$0] })
  }

  /// The number of shapes in a worker's job.
  private static let chunk = 64

  /// The faults of shapes, by the shapes that have them.
  private static func judge(
    _ indices: [Int], _ snapped: [Int: SnappedShape], _ work: OrderedParallelMap
  ) throws -> [Int: Set<SnappedShape.Origin>] {
    var result: [Int: Set<SnappedShape.Origin>] = [:]
    var ranges = IndexRanges(indices.count, of: chunk)
    try work.run(
      next: { ranges.next().map { indices[$0] } },
      makeWorker: { try GeometryEngine() },
      work: { (engine: inout GeometryEngine, part: ArraySlice<Int>) -> [(Int, Set<SnappedShape.Origin>)] in
        try part.compactMap { index in
          guard let shape = snapped[index] else { return nil }
          return try engine.fault(shape).map { (index, $0) }
        }
      },
      consume: { for (index, fault) in $0 { result[index] = fault } })
    return result
  }
}
