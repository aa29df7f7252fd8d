import OvertileClustering
import OvertileFeatures
import TestSupport
import Testing

@testable import OvertilePipeline

@Suite struct CellNodesTests {
  /// Each cell has its points once, in the order of slices, each with its properties; many values and few.
  @Test func handOnEachPointWithItsProperties() throws {
    for seed in seeds(20) {
      var random = SeededRandom(seed: seed)
      let values: Int64 = seed % 4 == 0 ? 1_000_000 : 30
      var cells = CellPoints(cellZoom: 2, task: 3, hasWeights: seed % 3 == 0, extraColumns: 1)
      var (expected, texts): ([UInt64], [UInt64: String]) = ([], [:])
      for slice in 0..<UInt64(seed % 4 == 0 ? 150 : 4) {
        let rows = Self.slice(seed % 4 == 0 ? 500 : 60, values, &random)
        cells.append(rows, first: slice << 28)
        for (point, row) in rows.pointRows.enumerated() {
          expected.append(slice << 28 + UInt64(point))
          texts[slice << 28 + UInt64(point)] = Self.text(rows, Int(row))
        }
      }
      let shared = try #require(cells.sharedValues)
      #expect(shared.count <= CellPoints.mostShared.values)
      var found: [UInt64] = []
      var last: ShardTile?
      var usesOwnValues = false
      try cells.forEachCell { cell, points in
        if let last { #expect(last < cell, "seed \(seed)") }
        last = cell
        var encoder = PartEncoder()
        points.encode(&encoder)
        var decoder = PartDecoder(encoder.bytes)
        let handed = try HandedPoints(&decoder, extraColumns: 1)
        try decoder.finish()
        let stride = HandedPoints.stride(hasWeights: handed.hasWeights)
        let numbers = handed.records.withUnsafeBytes { bytes in
          (0..<handed.count).map { HandedPoints.Record(bytes, at: $0 * stride).number }
        }
        // Points keep the order in which they came, so their numbers ascend.
        #expect(numbers == numbers.sorted(), "seed \(seed)")
        var region = RegionPoints(hasWeights: handed.hasWeights)
        region.append(handed, where: nil)
        let (nodes, order) = region.sorted()
        #expect(nodes.points == order.map { numbers[Int($0)] } && nodes.count == handed.count, "seed \(seed)")
        #expect(throws: Never.self) { try nodes.validate() }
        // Some of them are those of all.
        let some = numbers.map { $0 % 3 == 0 }
        var part = RegionPoints(hasWeights: handed.hasWeights)
        part.append(handed, where: some)
        #expect(part.sorted().nodes.points == nodes.points.filter { $0 % 3 == 0 }, "seed \(seed)")
        if handed.hasWeights { #expect(nodes.weights == nodes.keys.map { $0 % 5 }, "seed \(seed)") }
        let properties = try #require(handed.rows)
        usesOwnValues = usesOwnValues || properties.values.count > 0
        // All rows, and every other one.
        for step in 1...2 {
          var rows = try PointRows(extraColumns: 1)
          rows.begin(shared: [3: shared])
          try rows.append(handed, properties) { $0 % step == 0 }
          try rows.finish()
          #expect(rows.count == (nodes.count + step - 1) / step, "seed \(seed)")
          for (row, point) in Swift.stride(from: 0, to: handed.count, by: step).enumerated() {
            let (x, y) = handed.position(point)
            #expect(ShardTile(zoom: 2, holdingX: x, y: y) == cell, "seed \(seed)")
            #expect(try Self.text(rows.rows, row) == texts[numbers[point]], "seed \(seed)")
          }
        }
        found += nodes.points
      }
      #expect(found.sorted() == expected, "seed \(seed)")
      #expect(usesOwnValues == (seed % 4 == 0), "seed \(seed)")
    }
  }

  /// Nodes of further levels are in their cells, each once.
  @Test func nodesAreInTheirCells() {
    for seed in seeds(20) {
      var random = SeededRandom(seed: seed)
      var cells = CellNodes(cellZoom: 3, hasWeights: false)
      var all = ShardNodes()
      for number in 0..<UInt64.random(in: 0...300, using: &random) {
        all.keys.append(number)
        all.contents.append(0)
        all.points.append(number)
        all.x.append(.random(in: 0...(.max), using: &random))
        all.y.append(.random(in: 0...(.max), using: &random))
        all.counts.append(2)
      }
      cells.append(all)
      var found: [UInt64] = []
      cells.forEachCell { cell, nodes in
        #expect(nodes.count > 0 && nodes.points == nodes.points.sorted(), "seed \(seed)")
        for node in 0..<nodes.count {
          #expect(cell == ShardTile(zoom: 3, holdingX: nodes.x[node], y: nodes.y[node]), "seed \(seed)")
        }
        found += nodes.points
      }
      #expect(found.sorted() == all.points, "seed \(seed)")
    }
  }

  /// A slice of some rows with up to two points each.
  private static func slice(_ count: Int, _ values: Int64, _ random: inout SeededRandom) -> RowBatch {
    var rows = RowBatch(extraColumns: 1)
    for row in 0..<Int.random(in: 0...count, using: &random) {
      for key in ["a", "b", "c"] where Bool.random(using: &random) {
        rows.properties.keyIndices.append(rows.properties.keys.intern(.string, key))
        let value = PropertyValue.int(Int64.random(in: 0...values, using: &random))
        rows.properties.valueIndices.append(rows.properties.values.intern(value))
      }
      rows.properties.rowEnds.append(UInt32(rows.properties.keyIndices.count))
      rows.keys.append(UInt64(row))
      rows.contents.append(7)
      rows.weights.append(UInt64(row % 5))
      rows.ownIDs.append(row % 3 == 0 ? UInt64(row) : LayerRows.noID)
      rows.sourceIDs.append(row % 4 == 0 ? rows.properties.values.intern(.string, "id \(row)") : LayerRows.noValue)
      rows.extras[0].append(
        row % 5 == 0 ? rows.properties.values.intern(.string, "extra \(row % 10)") : LayerRows.noValue)
      for _ in 0..<Int.random(in: 0...2, using: &random) {
        rows.pointRows.append(UInt32(row))
        rows.pointX.append(.random(in: 0...(.max), using: &random))
        rows.pointY.append(.random(in: 0...(.max), using: &random))
      }
    }
    return rows
  }

  private static func text(_ rows: RowBatch, _ row: Int) -> String {
    let entries = rows.properties.entries(ofFeature: row).map { entry in
      rows.properties.keys.string(rows.properties.keyIndices[entry])
        + "=\(rows.properties.values.value(rows.properties.valueIndices[entry]))"
    }
    return text(entries, rows.ownIDs[row], [rows.sourceIDs[row], rows.extras[0][row]], rows.properties.values)
  }

  private static func text(_ rows: LayerRows, _ row: Int) throws -> String {
    var entries: [String] = []
    try rows.properties.forEachEntry(ofRow: row) { key, value in
      entries.append(rows.properties.keys.string(key) + "=\(rows.properties.values.value(value))")
    }
    return text(entries, rows.ownIDs[row], [rows.sourceIDs[row], rows.extras[0][row]], rows.properties.values)
  }

  private static func text(_ entries: [String], _ id: UInt64, _ others: [UInt32], _ values: ValueTable) -> String {
    (entries + ["\(id)"] + others.map { $0 == LayerRows.noValue ? "none" : "\(values.value($0))" })
      .joined(separator: " ")
  }
}
