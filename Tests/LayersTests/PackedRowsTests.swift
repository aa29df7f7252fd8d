import MapMath
import OvertileCore
import TestSupport
import Testing

@testable import OvertileLayers
@testable import OvertileReading

@Suite struct PackedRowsTests {
  /// Kept whole here, whatever their size, for comparison.
  private func random(_ random: inout SeededRandom, rows: Int) -> PropertyColumns {
    var columns = PropertyColumns()
    for _ in 0..<rows {
      let isWide = Int.random(in: 0..<20, using: &random) == 0
      for key in 0..<Int.random(in: 0...(isWide ? 400 : 4), using: &random) {
        columns.keyIndices.append(columns.keys.intern(.string, "key \(key)"))
        columns.valueIndices.append(columns.values.intern(.int(Int64.random(in: 0...40_000, using: &random))))
      }
      columns.rowEnds.append(UInt32(columns.keyIndices.count))
    }
    return columns
  }

  @Test func propertiesComeBack() throws {
    for seed in seeds(6) {
      var random = SeededRandom(seed: seed)
      var properties = LayerProperties()
      var expected: [[String]] = []
      for _ in 0..<5 {
        let batch = self.random(&random, rows: Int.random(in: 0...800, using: &random))
        let map = properties.append(batch)
        #expect(map.count == batch.values.count, "seed \(seed)")
        for row in 0..<batch.rowEnds.count {
          expected.append(
            batch.entries(ofFeature: row).map {
              "\(batch.keys.string(batch.keyIndices[$0]))=\(batch.values.value(batch.valueIndices[$0]))"
            })
        }
      }
      let text = { (key: UInt32, value: UInt32) in "\(properties.keys.string(key))=\(properties.values.value(value))" }
      var all: [String] = []
      properties.forEachEntry { all.append(text($0, $1)) }
      #expect(all == expected.flatMap { $0 }, "seed \(seed)")
      var wrong: [Int] = []
      for row in expected.indices.shuffled(using: &random) {
        var entries: [String] = []
        properties.forEachEntry(ofRow: row) { entries.append(text($0, $1)) }
        if entries != expected[row] { wrong.append(row) }
      }
      #expect(wrong == [], "seed \(seed)")
    }
  }

  private let work = OrderedParallelMap(pool: WorkerPool(threads: 3))

  @Test func propertiesInAnotherOrderAreTheSame() throws {
    for seed in seeds(10) {
      var random = SeededRandom(seed: seed)
      var properties = LayerProperties()
      _ = properties.append(self.random(&random, rows: Int.random(in: 0...300, using: &random)))
      let before = properties
      let order = Column((0..<UInt32(before.count)).shuffled(using: &random))
      try properties.reorder(order, work)
      var wrong: [Int] = []
      for row in order.indices {
        if Self.entries(before, Int(order[row])) != Self.entries(properties, row) { wrong.append(row) }
      }
      #expect(wrong == [] && properties.count == before.count, "seed \(seed)")
    }
  }

  private static func entries(_ properties: LayerProperties, _ row: Int) -> [[UInt32]] {
    var entries: [[UInt32]] = []
    properties.forEachEntry(ofRow: row) { entries.append([$0, $1]) }
    return entries
  }

  /// A row with several points is listed at its first, one without points at the end.
  @Test func rowsAreListedInTheOrderOfTheirFirstUse() {
    #expect(LeafColumns.firstUse(of: [4, 1, 4, 0, 1], count: 6) == [4, 1, 0, 2, 3, 5])
    #expect(LeafColumns.firstUse(of: [], count: 2) == [0, 1] && LeafColumns.firstUse(of: [], count: 0) == [])
  }

  @Test func locationsComeBack() {
    for seed in seeds(6) {
      var random = SeededRandom(seed: seed)
      var locations = RowLocations()
      var expected: [InputLocation] = []
      var files: [UInt32] = []
      for file in 0..<UInt32(4) {
        let numbers = [0, 1, 1000, UInt64.max]
        let batch = (0..<Int.random(in: 0...100, using: &random)).map { _ in
          InputLocation(
            byteOffset: UInt64.random(in: 0...numbers[Int(file)], using: &random),
            line: UInt64.random(in: 0...numbers[Int(file)], using: &random),
            index: UInt64.random(in: 0...numbers[Int(file)], using: &random))
        }
        locations.append(batch, file: file)
        expected += batch
        files += Array(repeating: file, count: batch.count)
      }
      #expect(locations.count == expected.count, "seed \(seed)")
      for row in expected.indices {
        let location = locations.location(ofRow: row)
        #expect(location == expected[row] && locations.file(ofRow: row) == files[row], "seed \(seed), row \(row)")
      }
    }
  }

  @Test func sparseColumnsAreColumns() {
    for seed in seeds(20) {
      var random = SeededRandom(seed: seed)
      var column = SparseColumn(usual: 7)
      var expected: [Int] = []
      for _ in 0..<5 {
        var part = SparseColumn(usual: 7)
        var values: [Int] = []
        let range = Bool.random(using: &random) ? 7...7 : 5...8
        for _ in 0..<Int.random(in: 0...4, using: &random) { values.append(Int.random(in: range, using: &random)) }
        for value in values { part.append(value) }
        column.append(part) { $0 * 10 }
        expected += values.map { $0 == 7 ? 7 : $0 * 10 }
      }
      #expect(
        column.count == expected.count && expected.indices.allSatisfy { column[$0] == expected[$0] }, "seed \(seed)")
      let order = Column((0..<UInt32(expected.count)).shuffled(using: &random))
      let reordered = column.reordered(order)
      #expect(
        reordered.count == column.count && order.indices.allSatisfy { reordered[$0] == expected[Int(order[$0])] },
        "seed \(seed)")
    }
  }
}
