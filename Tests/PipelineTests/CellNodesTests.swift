import OvertileClustering
import OvertileFeatures
import TestSupport
import Testing

@testable import OvertilePipeline

@Suite struct CellNodesTests {
  /// Each cell has its points once, in the order of slices, each with its properties.
  @Test func handOnEachPointWithItsProperties() throws {
    for seed in seeds(20) {
      var random = SeededRandom(seed: seed)
      var cells = CellNodes(cellZoom: 2, hasWeights: false, extraColumns: 1)
      var expected: [String] = []
      var texts: [UInt64: String] = [:]
      for slice in 0..<UInt64(4) {
        let (nodes, rows, own) = Self.slice(slice << 28, &random)
        cells.append(nodes, rows)
        texts.merge(own) { first, _ in first }
        expected += nodes.points.map { "\($0)" }
      }
      var found: [String] = []
      var last: (row: UInt32, column: UInt32)?
      try cells.forEachCell { cell, nodes, encodeRows in
        if let last { #expect((cell.row, cell.column) > last, "seed \(seed)") }
        last = (cell.row, cell.column)
        var encoder = PartEncoder()
        encodeRows(&encoder)
        var decoder = PartDecoder(encoder.bytes)
        let rows = try #require(
          try decoder.optional { try TaskRows(&$0, count: nodes.count, extraColumns: 1) })
        try decoder.finish()
        // Points keep the order in which they came, so their numbers ascend.
        #expect(nodes.points == nodes.points.sorted(), "seed \(seed)")
        for node in 0..<nodes.count {
          #expect(ShardTile(zoom: 2, holdingX: nodes.x[node], y: nodes.y[node]) == cell, "seed \(seed)")
          #expect(Self.text(rows.batch, node) == texts[nodes.points[node]], "seed \(seed)")
        }
        // A part of the rows has the same properties, with tables of its own.
        let some = (0..<UInt32(nodes.count)).filter { $0 % 2 == 0 }
        let picked = rows.picked(some).batch
        for (row, node) in some.enumerated() {
          #expect(Self.text(picked, row) == Self.text(rows.batch, Int(node)), "seed \(seed)")
        }
        found += nodes.points.map { "\($0)" }
      }
      #expect(found.sorted() == expected.sorted(), "seed \(seed)")
    }
  }

  /// A slice of some rows with up to two points each, and the text of each point's row.
  private static func slice(
    _ first: UInt64, _ random: inout SeededRandom
  ) -> (nodes: ShardNodes, rows: RowBatch, texts: [UInt64: String]) {
    var rows = RowBatch(extraColumns: 1)
    var nodes = ShardNodes()
    var texts: [UInt64: String] = [:]
    for row in 0..<Int.random(in: 0...60, using: &random) {
      for key in ["a", "b", "c"] where Bool.random(using: &random) {
        rows.properties.keyIndices.append(rows.properties.keys.intern(.string, key))
        let value = PropertyValue.int(Int64.random(in: 0...30, using: &random))
        rows.properties.valueIndices.append(rows.properties.values.intern(value))
      }
      rows.properties.rowEnds.append(UInt32(rows.properties.keyIndices.count))
      rows.keys.append(UInt64(row))
      rows.ownIDs.append(row % 3 == 0 ? UInt64(row) : LayerRows.noID)
      rows.sourceIDs.append(row % 4 == 0 ? rows.properties.values.intern(.string, "id \(row)") : LayerRows.noValue)
      rows.extras[0].append(
        row % 5 == 0 ? rows.properties.values.intern(.string, "extra \(row % 10)") : LayerRows.noValue)
      for _ in 0..<Int.random(in: 0...2, using: &random) {
        let number = first + UInt64(nodes.count)
        rows.pointRows.append(UInt32(row))
        nodes.keys.append(UInt64(row))
        nodes.contents.append(0)
        nodes.points.append(number)
        nodes.x.append(.random(in: 0...(.max), using: &random))
        nodes.y.append(.random(in: 0...(.max), using: &random))
        nodes.counts.append(1)
        texts[number] = text(rows, row)
      }
    }
    return (nodes, rows, texts)
  }

  private static func text(_ rows: RowBatch, _ row: Int) -> String {
    let entries = rows.properties.entries(ofFeature: row).map { entry in
      rows.properties.keys.string(rows.properties.keyIndices[entry])
        + "=\(rows.properties.values.value(rows.properties.valueIndices[entry]))"
    }
    let others = [rows.sourceIDs[row], rows.extras[0][row]].map { value in
      value == LayerRows.noValue ? "-" : rows.properties.values.string(value)
    }
    return "\(entries) \(rows.ownIDs[row]) \(others)"
  }
}
