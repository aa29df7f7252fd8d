import OvertileClustering
import TestSupport
import Testing

/// Roots that tasks hand over whole are together the hierarchy of one machine: each point is in one of them, in its order.
@Suite struct ShardSubtreesTests {
  @Test func rootsMakeTheHierarchy() throws {
    var (clusters, tasks) = (0, 0)
    for seed in seeds(300) {
      let input = ShardedPoints(seed: seed, limit: 160)
      let (points, options) = (input.points, input.options)
      let plan = ShardPlan(options, tileZoom: input.tileZoom)
      guard plan.levels.count > 1, plan.levels[0].zooms != nil else { continue }
      let whole = try options.hierarchy(of: points)
      let made = try Self.roots(points, options, plan)
      // Every point is in one root.
      #expect(made.roots.flatMap(\.leaves).sorted() == Array(0..<UInt32(points.count)), "seed \(seed)")
      let joined = try ClusterHierarchy(
        joining: made.roots.map { root in root.subtrees.clusters(numbers: root.leaves.map { UInt64($0) }) }
          + made.clusters, of: points, zooms: options.zooms
      ) { UInt32($0) }
      #expect(joined.all == whole.all, "seed \(seed)")
      // Within a root, points and children are in the order of one machine.
      for (subtrees, leaves) in made.roots {
        try subtrees.validate()
        for root in 0..<subtrees.rootCount {
          let first = Int(subtrees.rootStarts[root])
          let own = leaves[first..<first + subtrees.count(ofRoot: root)]
          let start = whole.leaves.firstIndex(of: own[first]) ?? 0
          #expect(Array(whole.leaves[start..<start + own.count]) == Array(own), "seed \(seed)")
        }
        clusters += subtrees.clusterCount
        tasks += subtrees.rootCount > 0 ? 1 : 0
      }
    }
    #expect(clusters > 1500 && tasks > 150, "\(clusters) clusters of \(tasks) tasks")
  }

  /// Columns that contradict one another are rejected, and never lead beyond the end of one.
  @Test func wrongColumnsAreRejected() throws {
    var rejected = 0
    for seed in seeds(200) {
      let input = ShardedPoints(seed: seed, limit: 60)
      let plan = ShardPlan(input.options, tileZoom: input.tileZoom)
      guard plan.levels.count > 1, plan.levels[0].zooms != nil else { continue }
      var random = SeededRandom(seed: seed)
      for (subtrees, leaves) in try Self.roots(input.points, input.options, plan).roots where subtrees.clusterCount > 0
      {
        var wrong = subtrees
        let columns: [WritableKeyPath<ShardSubtrees, [UInt32]>] = [
          \.rootItems, \.roots, \.firstPoints, \.counts, \.centers, \.childEnds, \.children,
        ]
        let column = columns.randomElement(using: &random) ?? \.children
        let index = Int.random(in: 0..<wrong[keyPath: column].count, using: &random)
        wrong[keyPath: column][index] = .random(in: 0...UInt32(3 * leaves.count), using: &random)
        do {
          try wrong.validate()
          _ = wrong.clusters(numbers: leaves.map { UInt64($0) })
        } catch is ClusteringError { rejected += 1 }
        var short = subtrees
        short[keyPath: column].removeLast()
        #expect(throws: ClusteringError.self, "seed \(seed)") { try short.validate() }
      }
    }
    #expect(rejected > 50, "\(rejected)")
  }

  /// The roots of every tile, and the clusters of further levels.
  private static func roots(
    _ points: ClusterPoints, _ options: ClusterOptions, _ plan: ShardPlan
  ) throws -> (roots: [(subtrees: ShardSubtrees, leaves: [UInt32])], clusters: [ShardClusters]) {
    var nodes = ShardNodes(hasWeights: points.weights != nil)
    for index in 0..<points.count {
      nodes.keys.append(UInt64(index))
      nodes.contents.append(0)
      nodes.points.append(UInt64(index))
      (nodes.x, nodes.y, nodes.counts) = (nodes.x + [points.x[index]], nodes.y + [points.y[index]], nodes.counts + [1])
      if let weight = points.weights?[index] { nodes.weights?.append(weight) }
    }
    var roots: [(subtrees: ShardSubtrees, leaves: [UInt32])] = []
    var clusters: [ShardClusters] = []
    for (number, level) in plan.levels.enumerated() {
      var tasks: [ShardTile: ShardNodes] = [:]
      for node in 0..<nodes.count {
        ShardTile.forEach(zoom: level.tileZoom, reachingX: nodes.x[node], y: nodes.y[node], halo: level.halo) {
          tasks[$0, default: ShardNodes(hasWeights: nodes.weights != nil)].append(node, of: nodes)
        }
      }
      nodes = ShardNodes(hasWeights: nodes.weights != nil)
      for (tile, own) in tasks.sorted(by: { $0.key < $1.key }) {
        let (shard, own) = (ClusterShard(options, tile: tile, zooms: level.zooms), own.sorted())
        guard number == 0 else {
          let result = try shard.cluster(own)
          clusters.append(result.clusters)
          nodes.append(result.nodes)
          continue
        }
        let drawing = try shard.drawing(own, handsClusters: false)
        #expect(drawing.result.clusters.count == 0)
        nodes.append(drawing.result.nodes)
        guard let hierarchy = drawing.hierarchy else { continue }
        let made = ShardSubtrees.roots(
          of: hierarchy, in: shard.region, ids: hierarchy.presumedClusterIDs(stableKeys: own.keys), points: own)
        roots.append(
          (made.subtrees, made.leaves.joined().map { UInt32(own.points[Int(hierarchy.leaves[$0])]) }))
      }
    }
    return (roots, clusters)
  }
}
