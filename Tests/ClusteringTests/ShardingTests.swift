import OvertileClustering
import TestSupport
import Testing

@Suite struct ShardingTests {
  @Test func shardsEqualOneMachine() throws {
    var (tasks, halo) = (0, 0)
    for seed in seeds(800) {
      let input = ShardedPoints(seed: seed, limit: 160)
      var run = ShardedRun(input.points, input.options, tileZoom: input.tileZoom)
      let whole = try input.options.hierarchy(of: input.points)
      #expect(try run.hierarchy().all == whole.all, "seed \(seed)")
      (tasks, halo) = (tasks + run.taskCount, halo + run.haloCount)
    }
    #expect(tasks > 1500 && halo > 25_000, "\(tasks) tasks, \(halo) nodes of halos")
  }

  @Test func difficultPointsEqualOneMachine() throws {
    for seed in seeds(250, from: 50_001) {
      let input = RandomPoints(seed: seed, limit: 120)
      let tileZoom = min(24, input.options.zooms.lowerBound + Int(seed % 5))
      var run = ShardedRun(input.points, input.options, tileZoom: tileZoom)
      let whole = try input.options.hierarchy(of: input.points)
      #expect(try run.hierarchy().all == whole.all, "seed \(seed), tiles of zoom \(tileZoom)")
    }
  }

  /// The depth is needed: with a part of it some results differ, or contradict one another.
  @Test func smallerHalosFail() throws {
    var wrong = 0
    for seed in seeds(300) {
      let input = ShardedPoints(seed: seed, limit: 160)
      var run = ShardedRun(input.points, input.options, tileZoom: input.tileZoom)
      let whole = try input.options.hierarchy(of: input.points)
      let found = try? run.hierarchy(haloPart: 0.2)
      if found?.all != whole.all { wrong += 1 }
    }
    // One with a fifth of the depth shows that results depend on what is far away.
    #expect(wrong > 3, "\(wrong) results differ")
  }

  @Test func manyPointsEqualOneMachine() throws {
    for (seed, minPoints) in zip(seeds(4), [2, 2, 5, 10]) {
      var random = SeededRandom(seed: seed)
      let (west, north) = (UInt32(3) << 28, UInt32(5) << 28)
      let offsets = (0..<12_000).map { _ in
        (UInt32.random(in: 0..<1 << 29, using: &random), UInt32.random(in: 0..<1 << 29, using: &random))
      }
      let points = ClusterPoints(x: offsets.map { west + $0.0 }, y: offsets.map { north + $0.1 })
      let options = ClusterOptions(minPoints: minPoints, zooms: 0...14, position: seed % 2 == 0 ? .centroid : .center)
      var run = ShardedRun(points, options, tileZoom: 6)
      #expect(try run.hierarchy().all == options.hierarchy(of: points).all, "seed \(seed)")
      #expect(run.plan.levels.count == 3 && run.taskCount > 40, "\(run.plan), \(run.taskCount) tasks")
    }
  }

  @Test(arguments: [0, 3, 7]) func edgeCases(tileZoom: Int) throws {
    let cases: [(String, ClusterPoints)] = [
      ("no point", ClusterPoints(x: [], y: [])), ("one point", ClusterPoints(x: [.max], y: [.max])),
      ("one spot", ClusterPoints(x: Array(repeating: 1 << 31, count: 500), y: Array(repeating: 1 << 31, count: 500))),
      ("poles", ClusterPoints(x: (0..<99).map { $0 << 25 }, y: (0..<99).map { $0 % 2 == 0 ? 0 : .max })),
      ("180th meridian", ClusterPoints(x: (0..<99).map { $0 &* 9_999 &- 500_000 }, y: (0..<99).map { $0 << 16 })),
      // Across five tiles of zoom 7.
      ("chain", ClusterPoints(x: (0..<2000).map { $0 << 16 }, y: Array(repeating: 1 << 25, count: 2000))),
    ]
    for (name, points) in cases {
      for minPoints in [2, 5, 10] {
        for radius in [40, 700] {
          let options = ClusterOptions(radius: Double(radius), minPoints: minPoints, zooms: 0...16)
          var run = ShardedRun(points, options, tileZoom: tileZoom)
          let whole = try options.hierarchy(of: points)
          #expect(try run.hierarchy().all == whole.all, "\(name), \(minPoints) points, radius \(radius)")
        }
      }
    }
  }

  /// Tasks receive the points of 2.25 times their tile at most, if points are equally dense.
  @Test func halosAreAPartOfATile() {
    for tileZoom in 0...16 {
      for minPoints in [2, 5] {
        let plan = ShardPlan(ClusterOptions(minPoints: minPoints), tileZoom: tileZoom, buffer: 64.0 / 4096)
        #expect(plan.levels.last?.zooms?.lowerBound == 0)
        for level in plan.levels where level.tileZoom > 0 {
          #expect(level.halo * 4 <= 1 << UInt64(32 - level.tileZoom), "\(level)")
        }
        let decided = plan.levels.compactMap(\.zooms).flatMap { Array($0) }
        #expect(decided.sorted() == Array(0...16), "\(plan)")
      }
    }
  }

  @Test func tilesReachWhatTheyAreReachedBy() {
    for seed in seeds(300) {
      var random = SeededRandom(seed: seed)
      let (x, y) = (UInt32.random(in: 0...(.max), using: &random), UInt32.random(in: 0...(.max), using: &random))
      let zoom = Int.random(in: 0...5, using: &random)
      let halo = UInt64.random(in: 0...1 << UInt64.random(in: 0...32, using: &random), using: &random)
      var found: [ShardTile] = []
      ShardTile.forEach(zoom: zoom, reachingX: x, y: y, halo: halo) { found.append($0) }
      var expected: [ShardTile] = []
      for row in 0..<UInt32(1) << UInt32(zoom) {
        for column in 0..<UInt32(1) << UInt32(zoom) {
          let tile = ShardTile(zoom: zoom, column: column, row: row)
          let side = Int64(tile.side)
          // The distance to the tile's nearest position, x the shorter of two ways around.
          let (west, north) = (Int64(column) * side, Int64(row) * side)
          func beyond(_ position: Int64, _ start: Int64) -> Int64 {
            max(0, start - position, position - start - side + 1)
          }
          let east = [-1, 0, 1].map { beyond(Int64(x), west + $0 * (1 << 32)) }.min() ?? 0
          let isReached = zoom == 0 || east <= Int64(halo) && beyond(Int64(y), north) <= Int64(halo)
          #expect(tile.reaches(x: x, y: y, halo: halo) == isReached, "seed \(seed), \(tile)")
          if isReached { expected.append(tile) }
        }
      }
      #expect(found.sorted() == expected.sorted(), "seed \(seed)")
    }
  }

  @Test func contradictionsAreErrors() throws {
    let points = ClusterPoints(x: [5, 6, 7, 8], y: [5, 5, 5, 5])
    func joined(_ change: (inout ShardClusters) -> Void) throws -> ClusterHierarchy {
      var shard = ShardClusters()
      (shard.zooms, shard.centers, shard.x, shard.y) = ([3, 3], [0, 2], [5, 7], [5, 5])
      (shard.memberEnds, shard.members) = ([1, 2], [1, 3])
      change(&shard)
      return try ClusterHierarchy(joining: [shard], of: points, zooms: 0...3) { $0 < 4 ? UInt32($0) : nil }
    }
    #expect(try joined { _ in }.clusterCount == 2)
    let changes: [(inout ShardClusters) -> Void] = [
      { $0.members[1] = 1 }, { $0.members[1] = 0 }, { $0.members[0] = 9 }, { $0.centers[1] = 0 }, { $0.zooms[1] = 4 },
      { $0.memberEnds = [1, 3] }, { $0.memberEnds = [0, 2] }, { $0.x = [5] }, { $0.unfinishedCount = -1 },
      { $0.centers[1] = 1 },
    ]
    for (number, change) in changes.enumerated() {
      #expect(throws: ClusteringError.self, "change \(number)") { try joined(change) }
    }
  }

  @Test func nodesOutOfOrderAreErrors() throws {
    var nodes = ShardNodes()
    (nodes.keys, nodes.contents, nodes.points) = ([1, 1], [4, 3], [0, 1])
    (nodes.x, nodes.y, nodes.counts) = ([1, 2], [1, 2], [1, 1])
    let shard = ClusterShard(ClusterOptions(), tile: .world, zooms: 0...3)
    #expect(throws: ClusteringError.self) { try shard.cluster(nodes) }
    #expect(try shard.cluster(nodes.sorted()).clusters.count == 1)
    nodes.counts[0] = 0
    #expect(throws: ClusteringError.self) { try shard.cluster(nodes.sorted()) }
    nodes.counts = [1]
    #expect(throws: ClusteringError.self) { try shard.cluster(nodes) }
  }
}
