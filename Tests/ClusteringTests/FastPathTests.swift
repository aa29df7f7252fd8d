import OvertileCore
import TestSupport
import Testing

@testable import OvertileClustering

/// Lone nodes and pairs save time and change nothing: the search around every node, with all nodes, is the oracle.
@Suite struct FastPathTests {
  @Test func pairsAndLoneNodesChangeNothing() {
    for seed in seeds(12) {
      var random = SeededRandom(seed: seed)
      let options = ClusterOptions(
        radius: [40, 50.3, 300].randomElement(using: &random) ?? 40,
        minPoints: [1, 2, 2, 3].randomElement(using: &random) ?? 2,
        zooms: .random(in: 0...3, using: &random)...16,
        position: Bool.random(using: &random) ? .mean : .member)
      let points = Self.towns(count: .random(in: 2...4000, using: &random), using: &random)
      let oracle = Self.nodes(LevelBuilder(points: points, options: options, searchesAlways: true))
      #expect(Self.nodes(LevelBuilder(points: points, options: options)) == oracle, "seed \(seed)")
      let divided = LevelBuilder(points: points, options: options, threads: 2, fewestToDivide: 1)
      #expect(Self.nodes(divided) == oracle, "seed \(seed), on two threads")
    }
  }

  /// Taken literally: what is left out is farther from all nodes than the reach, on every level.
  @Test func loneNodesHaveNoNeighbors() {
    var lone = 0
    for seed in seeds(20) {
      var random = SeededRandom(seed: seed)
      let options = ClusterOptions(zooms: 2...16, position: Bool.random(using: &random) ? .mean : .member)
      let points = Self.towns(count: 300, using: &random)
      let builder = LevelBuilder(points: points, options: options)
      let oracle = BruteForceClustering(points: points, options: options)
      for zoom in options.zooms.reversed() {
        builder.cluster(zoom: zoom)
        let shown = Set((0..<builder.count).map { Int(builder.tags[$0].id) })
        let level = oracle.visible[zoom + 1] ?? []
        for node in level where oracle.visible[zoom]?.contains(node) == true && !shown.contains(node) {
          lone += 1
          let reach = options.reachSquared(zoom: zoom)
          let isFar = level.allSatisfy { node == $0 || !Self.areNeighbors(oracle.nodes[node], oracle.nodes[$0], reach) }
          #expect(isFar, "seed \(seed), zoom \(zoom), node \(node)")
        }
      }
    }
    #expect(lone > 3000, "\(lone) nodes left out, over all levels")
  }

  @Test func bucketsFindEveryPairOnce() {
    var pairCount = 0
    for seed in seeds(400) {
      let input = RandomPoints(seed: seed, limit: 60)
      let scale = CellScale(reachSquared: input.options.reachSquared(zoom: input.options.zooms.upperBound))
      let builder = LevelBuilder(points: input.points, options: input.options, searchesAlways: true)
      guard scale.columns > 1, let cells = CellBuckets(builder, scale) else { continue }
      let positions = UnsafeBufferPointer(rebasing: builder.positions[..<builder.count])
      var found: [[Int]] = []
      let isWhole = cells.forEachPair(of: positions, limit: 10_000) { slot, other, distance in
        #expect(positions[slot].squaredDistance(to: positions[other]) == distance, "seed \(seed)")
        found.append([slot, other].sorted())
        return true
      }
      let expected = positions.indices.flatMap { a in
        positions.indices.filter { b in
          a < b && (positions[a].squaredDistance(to: positions[b]) ?? .max) <= scale.reachSquared
        }.map { [a, $0] }
      }
      #expect(isWhole && found.sorted { $0.lexicographicallyPrecedes($1) } == expected, "seed \(seed)")
      pairCount += found.count
    }
    #expect(pairCount > 2000, "\(pairCount) pairs")
  }

  private static func areNeighbors(
    _ a: BruteForceClustering.Node, _ b: BruteForceClustering.Node, _ reach: UInt64
  ) -> Bool {
    (BruteForceClustering.squaredDistance((a.x, a.y), (b.x, b.y)) ?? .max) <= reach
  }

  /// All columns of the nodes over all zooms.
  private static func nodes(_ builder: LevelBuilder) -> [Column<UInt64>] {
    for zoom in builder.options.zooms.reversed() { builder.cluster(zoom: zoom) }
    let nodes = builder.nodes
    var columns = [nodes.x, nodes.y, nodes.counts, nodes.ranks, nodes.parents].map { $0.map { UInt64($0) } }
    columns.append(nodes.createdZooms.map { UInt64($0) })
    columns.append(nodes.weights ?? [])
    columns.append([UInt64(builder.unfinishedCount)])
    return columns
  }

  /// Points around some towns of very different density, some at the antimeridian, and a few far from all.
  private static func towns(count: Int, using random: inout SeededRandom) -> ClusterPoints {
    let towns = (0..<12).map { town -> (x: UInt32, y: UInt32, size: Int64) in
      let x = town % 4 == 0 ? UInt32.max : .random(in: 0...UInt32.max, using: &random)
      return (x, .random(in: 1 << 28...15 << 28, using: &random), 1 << Int64.random(in: 10...27, using: &random))
    }
    var points = ClusterPoints(x: [], y: [])
    for _ in 0..<count {
      let town = towns.randomElement(using: &random) ?? (0, 0, 1)
      let east = Int64.random(in: -town.size...town.size, using: &random)
      let south = Int64.random(in: -town.size...town.size, using: &random)
      points.x.append(UInt32(truncatingIfNeeded: Int64(town.x) + east))
      points.y.append(UInt32(clamping: Int64(town.y) + south))
    }
    if Bool.random(using: &random) {
      points.weights = Column(count: count) { _ in .random(in: 0...3, using: &random) }
    }
    return points
  }
}
