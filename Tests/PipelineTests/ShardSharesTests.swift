import OvertileClustering
import OvertileConfiguration
import TestSupport
import Testing

@testable import OvertilePipeline

/// Tasks of a level have all tiles between them, and regions that are as small as asked where that is possible.
@Suite struct ShardSharesTests {
  private static func configuration() throws -> PipelineConfiguration {
    let scenario = try Scenario()
    try scenario.write("", to: "in.json")
    return try scenario.configuration(
      """
      name: Shares
      sources: {places: {path: in.json}}
      layers: {places: {source: places, kind: cluster, zooms: 0-14, cluster: {radius: 50px, tileSize: 512px}}}
      output: {path: out, format: pmtiles}
      """)
  }

  @Test(arguments: seeds(40)) func tasksHaveAllTilesAndRegionsAreSmall(seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    let tileZoom = Int.random(in: 1...5, using: &random)
    let plan = PartPlan(work: "", tileZoom: tileZoom, reads: [], levels: 1)
    let zooms = RegionZooms(try Self.configuration(), plan, level: 0)
    var points: [ShardTile: Int] = [:]
    let side = UInt32(1) << UInt32(tileZoom + 2)
    for _ in 0..<Int.random(in: 1...200, using: &random) {
      let cell = ShardTile(
        zoom: tileZoom + 2, column: .random(in: 0..<side, using: &random), row: .random(in: 0..<side, using: &random))
      points[cell, default: 0] += Int.random(in: 1...1000, using: &random)
    }
    let (tasks, most) = (Int.random(in: 1...6, using: &random), Int.random(in: 1...20_000, using: &random))
    let shares = ShardShares([0: points], zooms, tasks: tasks)
    let taskOfTile = shares.taskOfTile
    var (seen, inCells): ([ShardTile: Int], Int) = ([:], 0)
    for task in 0..<tasks {
      for region in shares.regions(ofTask: task, mostPoints: most) {
        #expect(region.zoom == zooms.zoom(ofCell: points.keys.first!) && region.cellZoom == tileZoom + 2)
        let handed = region.cells.reduce(0) { $0 + points[$1, default: 0] }
        #expect(handed <= most || region.tiles.count == 1, "seed \(seed)")
        for tile in region.tiles {
          #expect(seen.updateValue(task, forKey: tile) == nil, "seed \(seed)")
        }
        inCells += points.filter { region.holds(cell: $0.key) }.values.reduce(0, +)
      }
    }
    #expect(seen == taskOfTile, "seed \(seed)")
    #expect(inCells == points.values.reduce(0, +), "seed \(seed)")
    // A cluster's center is at most a cell from its points.
    for cell in points.keys {
      #expect(cell.tiles(ofCellsAt: zooms.zoom(ofCell: cell)).allSatisfy { seen[$0] != nil }, "seed \(seed)")
    }
  }

  @Test func shardZoomFollowsTheNumberOfPoints() throws {
    let configuration = try Self.configuration()
    let zooms = [0, 1000, 20_000, 300_000, 1_000_000, 5_000_000, 100_000_000].map {
      ShardZoom(configuration.layers, configuration, points: $0).zoom
    }
    #expect(zooms == [1, 1, 1, 3, 4, 5, 6])
  }
}
