import MapMath
import OvertileConfiguration
import OvertileReading
import OvertileShapes

/// The rows of a layer whose borders are joined where they nearly match (`shape: {snap: 1m}`).
struct SnappedRows: Sendable {
  /// The counts for the report.
  private(set) var counts: BuildReport.Snapping
  /// Each row of a shape that changed or was not joined everywhere, with the code and the reason of its entry in the ledger.
  private(set) var entries: [(row: UInt32, code: LedgerCode, reason: String)] = []
  /// The warning for the user, if so many borders are near each other that none were joined.
  private(set) var warning: String?

  /// The number of times that polygons which would be invalid are left as they are, and the rest joined again.
  private static let mostRounds = 4

  /// Joins the borders of a layer's shapes in its rows, if its options demand it; nil if they do not.
  ///
  /// What depends on positions is computed afterwards: extents, cameras, and the last zoom of `0-auto`.
  init?(joining rows: inout LayerRows, of layer: LayerConfiguration, _ work: OrderedParallelMap) throws {
    guard case .shape(let options) = layer.kind, options.method == .coverage, let meters = options.snapMeters else {
      return nil
    }
    counts = BuildReport.Snapping(meters: meters)
    let items = CanonicalItems(rows, itemRows: rows.shapeRows)
    let source = OrderedShapes(rows.shapes, order: Array(items.sources))
    try LayerCoverage.expectMemory(vertices: source.positionCount, work)
    guard var snapping = try BorderSnapping(source, within: SnapDistance(meters: meters), work.check) else {
      warning =
        "layer \"\(layer.name.value)\": too many borders are within the `snap` distance of each other, so none "
        + "were joined; try a shorter distance"
      return
    }
    if snapping.isEmpty { return }
    let (snapped, faulty) = try Self.joined(&snapping, source, work)
    let engine = try GeometryEngine()
    var changed: Set<Int> = []
    for (index, shape) in snapped {
      let before = source[index]
      let settled = try engine.settled(shape, isSound: !faulty.contains(index), from: before)
      guard settled != before else { continue }
      rows.shapes[Int(items.sources[index])] = settled
      changed.insert(index)
    }
    let repaired = changed.intersection(faulty)
    func sorted(_ shapes: Set<Int>) -> [UInt32] { Set(shapes.map { items.rows[$0] }).sorted() }
    let repairedRows = Set(sorted(repaired))
    let reason = "the border was joined with another border that it nearly matched"
    entries = sorted(changed).map {
      ($0, .snapped, repairedRows.contains($0) ? reason + ", and the shape was repaired" : reason)
    }
    let obstacle =
      "part of the border nearly matches another border but was not joined, because polygons would become invalid or overlap"
    entries += sorted(snapping.keptShapes).map { ($0, .notSnapped, obstacle) }
    (counts.movedPositions, counts.splitSegments) = (snapping.movedPositions, snapping.splitSegments)
    (counts.shapes, counts.repaired, counts.kept) = (changed.count, repaired.count, snapping.keptShapes.count)
  }

  /// The shapes that change, joined, and those of them that are not valid, even after some rounds.
  private static func joined(
    _ snapping: inout BorderSnapping, _ source: OrderedShapes, _ work: OrderedParallelMap
  ) throws -> (shapes: [Int: WorldGeometry], faulty: Set<Int>) {
    var round = 1
    while true {
      try work.check()
      let snapped = snapping.snapped()
      let shapes = Array(snapped)
      var faulty: Set<Int> = []
      try work.forEach(shapes.indices.parts(of: chunk)) { engine, range in
        try shapes[range].filter { try !engine.isSound($0.value) }.map(\.key)
      } consume: {
        faulty.formUnion($0)
      }
      if faulty.isEmpty || round == mostRounds { return (snapped, faulty) }
      for index in faulty {
        snapping.keep(snapped[index]?.changedPolygons(from: source[index]) ?? [], ofShape: index)
      }
      round += 1
    }
  }

  /// The number of shapes in a worker's job.
  private static let chunk = 64
}
