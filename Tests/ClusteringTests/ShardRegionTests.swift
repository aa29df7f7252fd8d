import OvertileClustering
import TestSupport
import Testing

/// Tasks that cluster several tiles together, and are handed cells, make the clusters of one machine.
@Suite struct ShardRegionTests {
  @Test func regionsEqualOneMachine() throws {
    var regions = 0
    for seed in seeds(400) {
      let input = ShardedPoints(seed: seed, limit: 160)
      let whole = try input.options.hierarchy(of: input.points)
      var run = ShardedRun(input.points, input.options, tileZoom: input.tileZoom)
      #expect(try run.hierarchy(byRegions: seed).all == whole.all, "seed \(seed)")
      regions += run.taskCount
    }
    #expect(regions > 800, "\(regions) regions")
  }

  /// Cities whose points are most of a task, and of the halos of the tasks around it.
  @Test func denseCitiesEqualOneMachine() throws {
    for seed in seeds(12) {
      var random = SeededRandom(seed: seed)
      let tileZoom = Int.random(in: 2...6, using: &random)
      let side = Double(UInt64(1) << UInt64(32 - tileZoom))
      // At corners and borders of tiles, and anywhere.
      let cities = (0..<4).map { _ in
        (
          x: Double(Int.random(in: 0..<1 << tileZoom, using: &random)) * side,
          y: Double.random(in: 1...3, using: &random) * side
        )
      }
      var (x, y): ([UInt32], [UInt32]) = ([], [])
      for _ in 0..<3000 {
        let city = cities.randomElement(using: &random) ?? cities[0]
        let spread = side * [0.5, 0.05, 0.001].randomElement(using: &random)!
        let (east, south) = (Double.random(in: -1...1, using: &random), Double.random(in: -1...1, using: &random))
        x.append(UInt32(truncatingIfNeeded: Int64(city.x + east * spread)))
        y.append(UInt32(truncatingIfNeeded: Int64(min(max(0, city.y + south * spread), 4_294_967_295))))
      }
      let options = ClusterOptions(
        radius: 50, minPoints: [2, 2, 5][Int(seed % 3)], zooms: 0...tileZoom + 10,
        position: seed % 2 == 0 ? .centroid : .center)
      let points = ClusterPoints(x: x, y: y)
      var run = ShardedRun(points, options, tileZoom: tileZoom)
      #expect(try run.hierarchy(byRegions: seed).all == options.hierarchy(of: points).all, "seed \(seed)")
    }
  }

  /// The cells of a region have all nodes of its tiles and of a halo that is as deep as a cell; and positions are found in them.
  @Test func cellsHaveTheHalo() {
    for seed in seeds(200) {
      var random = SeededRandom(seed: seed)
      let zoom = Int.random(in: 0...11, using: &random)
      let tiles = (0..<Int.random(in: 1...5, using: &random)).map { _ in
        let (column, row) = (
          UInt32.random(in: 0..<1 << UInt32(zoom), using: &random),
          UInt32.random(in: 0..<1 << UInt32(zoom), using: &random)
        )
        return ShardTile(zoom: zoom, column: column, row: row)
      }
      let cellZoom = zoom + Int.random(in: 0...2, using: &random)
      func region(_ tiles: [ShardTile]) -> ShardRegion { ShardRegion(zoom: zoom, tiles, cellZoom: cellZoom) }
      let all = region(tiles)
      let cells = Set(all.cells)
      let halo = UInt64.random(in: 0...1 << UInt64(32 - cellZoom), using: &random)
      for index in 0..<60 {
        let tile = tiles[index % tiles.count]
        // Near the tile, so that some positions are in its halo.
        let near = { (corner: UInt32, random: inout SeededRandom) in
          Int64(corner) * Int64(tile.side)
            + Int64.random(in: -Int64(tile.side / 2)...Int64(tile.side) * 3 / 2, using: &random)
        }
        let x = UInt32(truncatingIfNeeded: near(tile.column, &random))
        let y = UInt32(min(max(0, near(tile.row, &random)), 4_294_967_295))
        let isReached = tiles.contains { $0.reaches(x: x, y: y, halo: halo) }
        #expect(all.reaches(x: x, y: y, halo: halo) == isReached, "seed \(seed)")
        #expect(all.holds(x: x, y: y) == tiles.contains { $0.holds(x: x, y: y) }, "seed \(seed)")
        let cell = ShardTile(zoom: cellZoom, holdingX: x, y: y)
        #expect(!isReached || cells.contains(cell), "seed \(seed), \(cell)")
        #expect(all.holds(cell: cell) == all.holds(x: x, y: y), "seed \(seed)")
        // The tiles of the tasks that need a cell are those in whose cells it is.
        let needed = cell.tiles(ofCellsAt: zoom)
        #expect(needed.contains(ShardTile(zoom: zoom, holdingX: x, y: y)))
        #expect(needed.allSatisfy { region([$0]).cells.contains(cell) }, "seed \(seed)")
        #expect(
          tiles.allSatisfy { needed.contains($0) == region([$0]).cells.contains(cell) }, "seed \(seed)"
        )
      }
    }
  }
}
