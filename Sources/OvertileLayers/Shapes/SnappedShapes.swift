import MapMath
import OvertileConfiguration
import OvertileReading
import OvertileShapes

/// The shapes of a layer whose borders are joined where they nearly match (`shape: {snap: 1m}`).
struct SnappedShapes {
  /// The shapes, in canonical order.
  private(set) var shapes: [WorldGeometry]
  /// The counts of what was joined.
  private(set) var counts: BuildReport.Snapping
  /// The indices of the shapes that changed, ascending.
  private(set) var changed: [Int] = []
  /// The indices of the shapes that changed and had to be repaired, ascending.
  private(set) var repaired: [Int] = []
  /// The indices of the shapes that were not joined everywhere, ascending.
  private(set) var kept: [Int] = []
  /// Whether so many borders are near each other that none were joined.
  private(set) var isTooMuch = false

  /// The number of times that polygons which would be invalid are left as they are, and the rest joined again.
  private static let mostRounds = 4

  /// Joins the borders of shapes in canonical order.
  init(_ source: [WorldGeometry], _ meters: Double, _ work: OrderedParallelMap) throws {
    (shapes, counts) = (source, BuildReport.Snapping(meters: meters))
    try LayerCoverage.expectMemory(vertices: source.reduce(0) { $0 + $1.x.count }, work)
    guard var snapping = try BorderSnapping(source, within: SnapDistance(meters: meters), work.check) else {
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
    counts.movedPositions = snapping.movedPositions
    counts.splitSegments = snapping.splitSegments
    counts.shapes = changed.count
    counts.repaired = repaired.count
    counts.kept = kept.count
  }

  /// The shapes that change, valid, and those that had to be repaired.
  private static func valid(
    _ snapping: inout BorderSnapping, _ source: [WorldGeometry], _ work: OrderedParallelMap
  ) throws -> (shapes: [Int: WorldGeometry], repaired: [Int]) {
    var sound: [Int: WorldGeometry] = [:]
    var round = 1
    while true {
      try work.check()
      let snapped = snapping.snapped(source)
      let unknown = snapped.keys.filter { sound[$0] != snapped[$0] }.sorted()
      let faulty = try Self.faulty(unknown, snapped, work)
      for index in unknown where !faulty.contains(index) { sound[index] = snapped[index] }
      if faulty.isEmpty || round == mostRounds { return try settled(snapped, faulty, source) }
      for index in faulty {
        snapping.keep(snapped[index]?.changedPolygons(from: source[index]) ?? [], ofShape: index, source)
      }
      round += 1
    }
  }

  private static func settled(
    _ snapped: [Int: WorldGeometry], _ faulty: Set<Int>, _ source: [WorldGeometry]
  ) throws -> (shapes: [Int: WorldGeometry], repaired: [Int]) {
    let engine = try GeometryEngine()
    var result: [Int: WorldGeometry] = [:]
    for (index, shape) in snapped {
      result[index] = try engine.settled(shape, isSound: !faulty.contains(index), from: source[index])
    }
    return (result, faulty.sorted().filter { result[$0] != source[$0] })
  }

  /// The number of shapes in a worker's job.
  private static let chunk = 64

  /// Those of some shapes that are not valid.
  private static func faulty(
    _ indices: [Int], _ snapped: [Int: WorldGeometry], _ work: OrderedParallelMap
  ) throws -> Set<Int> {
    var result: Set<Int> = []
    try work.forEach(IndexRanges(indices.count, of: chunk)) { engine, range in
      try indices[range].filter { index in try snapped[index].map { try !engine.isSound($0) } ?? false }
    } consume: {
      result.formUnion($0)
    }
    return result
  }
}
