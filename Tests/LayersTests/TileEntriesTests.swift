import MapMath
import TestSupport
import Testing

@testable import OvertileLayers

@Suite struct TileEntriesTests {
  /// Ids of all zooms: the differences of high ones need every digit of the radix sort.
  @Test(arguments: [1, 2, 100, 5000, 1 << 24, 1 << 40, Int(Int64.max)])
  func sortsAsAStableSortDoes(span: Int) {
    for seed in seeds(5) {
      var random = SeededRandom(seed: seed)
      let least = UInt64.random(in: 0...UInt64(Int64.max), using: &random)
      let tiles = (0..<Int.random(in: 0...3000, using: &random)).map { _ in
        least + UInt64.random(in: 0..<UInt64(span), using: &random)
      }
      var entries = TileEntries()
      for (item, tile) in tiles.enumerated() { entries.append(tile: tile, item: UInt32(item)) }
      entries.sort()
      let expected = tiles.indices.sorted { (tiles[$0], $0) < (tiles[$1], $1) }
      #expect(Array(entries.tiles) == expected.map { tiles[$0] }, "seed \(seed)")
      #expect(Array(entries.items) == expected.map { UInt32($0) }, "seed \(seed)")
    }
  }
}
