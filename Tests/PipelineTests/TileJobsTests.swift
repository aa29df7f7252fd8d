import MapMath
import OvertileBundleFormat
import OvertileCore
import OvertileVectorTile
import TestSupport
import Testing

@testable import OvertileLayers
@testable import OvertilePipeline
@testable import OvertileReading

@Suite struct TileJobsTests {
  /// Overlays that are nothing but their entries.
  private struct Entries: ZoomOverlays {
    let entries: TileEntries
    var tiles: Column<UInt64> { entries.tiles }
    let counts = BundleManifest.ZoomCounts(zoom: 0, overlays: 0, points: 0, hidden: 0, entries: 0)
    let itemCounts = BuildReport.ZoomCounts(zoom: 0)
    func encode(entries: Range<Int>, tile: TileID, into encoder: inout TileEncoder) {}
  }

  /// Tiles with one entry, and tiles with more than a job holds.
  private static func entries(_ random: inout SeededRandom) -> Entries {
    var entries = TileEntries()
    let first = TileID.firstHilbertID(zoom: 9)
    for _ in 0..<Int.random(in: 0...12, using: &random) {
      let tile = first + UInt64.random(in: 0..<40, using: &random)
      let most = [1, 20, 3000, 9000].randomElement(using: &random) ?? 1
      for _ in 0..<Int.random(in: 1...most, using: &random) {
        entries.append(tile: tile, item: UInt32(entries.count))
      }
    }
    entries.sort()
    return Entries(entries: entries)
  }

  @Test func coverAllEntriesOnceInWholeTiles() throws {
    for seed in seeds(30) {
      var random = SeededRandom(seed: seed)
      let layers = (0..<Int.random(in: 1...4, using: &random)).map { _ in Self.entries(&random) }
      var jobs = TileJobs(
        TileSheet(zoom: 9),
        parts: layers.enumerated().map { TileJobs.LayerPart(layer: $0.offset, overlays: $0.element) })
      var ends = layers.map { _ in 0 }
      var lastTile: UInt64?
      while let job = jobs.next() {
        #expect(job.entries.contains { !$0.isEmpty }, "seed \(seed): no empty jobs")
        var (all, wanted): ([String], [String]) = ([], [])
        let isWanted = { (id: UInt64) in id.isMultiple(of: 3) }
        try job.forEachTile(where: isWanted) { wanted.append("\($0) \($1)") }
        try job.forEachTile { tile, ranges in
          if tile.hilbertID.isMultiple(of: 3) { all.append("\(tile) \(ranges)") }
          #expect(lastTile.map { $0 < tile.hilbertID } ?? true, "seed \(seed): tiles ascend, each once")
          lastTile = tile.hilbertID
          #expect(ranges.contains { !$0.isEmpty }, "seed \(seed): no empty tiles")
          for (layer, range) in ranges.enumerated() {
            #expect(range.lowerBound == ends[layer] || range.isEmpty, "seed \(seed): nothing between")
            let tiles = layers[layer].entries.tiles
            #expect(tiles[range].allSatisfy { $0 == tile.hilbertID }, "seed \(seed): only this tile's")
            if !range.isEmpty { ends[layer] = range.upperBound }
            #expect(
              ends[layer] == tiles.count || tiles[ends[layer]] > tile.hilbertID, "seed \(seed): all of this tile's")
          }
        }
        #expect(wanted == all, "seed \(seed): those that are wanted")
      }
      #expect(ends == layers.map(\.entries.count), "seed \(seed): to the end")
    }
  }

  @Test func largeLayersMakeSeveralJobs() throws {
    var entries = TileEntries()
    for item in 0..<50_000 as Range<UInt32> {
      entries.append(tile: TileID.firstHilbertID(zoom: 9) + UInt64(item) / 4, item: item)
    }
    var jobs = TileJobs(TileSheet(zoom: 9), parts: [TileJobs.LayerPart(layer: 0, overlays: Entries(entries: entries))])
    var sizes: [Int] = []
    while let job = jobs.next() { sizes.append(job.entries[0].count) }
    #expect(sizes.count > 5 && sizes.reduce(0, +) == 50_000)
  }
}
