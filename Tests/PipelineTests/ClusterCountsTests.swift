import OvertileClustering
import TestSupport
import Testing

@testable import OvertilePipeline

@Suite struct ClusterCountsTests {
  @Test func areThoseOfTheNodesOfEachZoom() throws {
    for seed in seeds(10) {
      var random = SeededRandom(seed: seed)
      let count = Int.random(in: 0...400, using: &random)
      let x = (0..<count).map { _ in UInt32.random(in: 0...1 << 28, using: &random) }
      let y = (0..<count).map { _ in UInt32.random(in: 1 << 30...1 << 31, using: &random) }
      let lowest = Int.random(in: 0...3, using: &random)
      let hierarchy = try ClusterOptions(radius: 40, tileSize: 512, minPoints: 2, zooms: lowest...9)
        .hierarchy(of: ClusterPoints(x: x, y: y)) {}
      let grid = TileGrid(extent: 4096, buffer: 128)
      // Some zooms lie below those that are clustered, and some above.
      let zooms = Int.random(in: 0...5, using: &random)...Int.random(in: 7...14, using: &random)
      let all = ClusterCounts.all(zooms: zooms, of: hierarchy, grid: grid)
      #expect(all.map(\.counts.zoom) == Array(zooms))
      for (zoom, own) in zip(zooms, all) {
        let nodes = hierarchy.visibleNodes(atZoom: zoom).map(Int.init)
        let tiles = MarkerGrid(zoom: zoom, extent: grid.extent, buffer: grid.buffer)
        var entries = 0
        for node in nodes { tiles.forEachTile(x: hierarchy.x[node], y: hierarchy.y[node]) { _ in entries += 1 } }
        #expect(own.counts.overlays == nodes.count && own.counts.entries == entries, "seed \(seed), zoom \(zoom)")
        #expect(own.itemCounts.shown == nodes.count { !hierarchy.isCluster($0) }, "seed \(seed), zoom \(zoom)")
        #expect(own.itemCounts.merged + own.itemCounts.shown == count, "seed \(seed), zoom \(zoom)")
      }
    }
  }
}
