import OvertileClustering
import TestSupport
import Testing

/// A task of the first level sees of its tile, and of the buffer around it, what the whole world shows there.
@Suite struct ShardDrawingTests {
  @Test func tilesShowWhatTheWholeWorldShows() throws {
    var (shown, clusters) = (0, 0)
    for seed in seeds(400) {
      let input = ShardedPoints(seed: seed, limit: 160)
      let (points, options) = (input.points, input.options)
      let whole = try options.hierarchy(of: points)
      let buffer = [0, 64.0 / 4096, 0.25][Int(seed % 3)]
      let level = try #require(ShardPlan(options, tileZoom: input.tileZoom, buffer: buffer).levels.first)
      guard let zooms = level.zooms else { continue }
      let nodes = Self.nodes(points)
      let tiles = Set(
        (0..<points.count).map { ShardTile(zoom: input.tileZoom, holdingX: points.x[$0], y: points.y[$0]) })
      for tile in tiles {
        var own = ShardNodes(hasWeights: nodes.weights != nil)
        for node in 0..<nodes.count where tile.reaches(x: nodes.x[node], y: nodes.y[node], halo: level.halo) {
          own.append(node, of: nodes)
        }
        let drawing = try ClusterShard(options, tile: tile, zooms: level.zooms).drawing(own)
        #expect(
          try ClusterShard(options, tile: tile, zooms: level.zooms).cluster(own) == drawing.result, "seed \(seed)")
        let hierarchy = try #require(drawing.hierarchy)
        for zoom in zooms.lowerBound...zooms.upperBound + 1 {
          let width = UInt64(buffer * Double(UInt64(1) << UInt64(32 - zoom)))
          let isNear = { (x: UInt32, y: UInt32) in tile.reaches(x: x, y: y, halo: width) }
          let expected = Self.shown(whole, zoom, points: nil, isNear)
          #expect(Self.shown(hierarchy, zoom, points: own.points, isNear) == expected, "seed \(seed), \(tile), \(zoom)")
          // The points of these nodes are near enough that a task has their properties.
          let reach =
            width + 1 + options.memberReach(clustering: min(zoom, zooms.upperBound)...options.zooms.upperBound)
          for node in hierarchy.visibleNodes(atZoom: zoom).map(Int.init)
          where isNear(hierarchy.x[node], hierarchy.y[node]) {
            let leaves = hierarchy.leaves(of: node).map(Int.init)
            #expect(leaves.allSatisfy { tile.reaches(x: own.x[$0], y: own.y[$0], halo: reach) }, "seed \(seed)")
            if leaves.count > 1 { clusters += 1 }
          }
          shown += expected.count
        }
      }
    }
    #expect(shown > 20_000 && clusters > 1000, "\(shown) nodes, \(clusters) clusters")
  }

  @Test func severalPointsOfANodeAreAnError() throws {
    var nodes = Self.nodes(ClusterPoints(x: [1, 2], y: [1, 2]))
    let shard = ClusterShard(ClusterOptions(), tile: .world, zooms: 0...3)
    #expect(try shard.drawing(nodes).hierarchy?.pointCount == 2)
    #expect(try ClusterShard(ClusterOptions(), tile: .world, zooms: nil).drawing(nodes).hierarchy == nil)
    nodes.counts[1] = 2
    #expect(throws: ClusteringError.self) { try shard.drawing(nodes) }
  }

  private static func nodes(_ points: ClusterPoints) -> ShardNodes {
    var nodes = ShardNodes(hasWeights: points.weights != nil)
    for index in 0..<points.count {
      (nodes.keys, nodes.contents) = (nodes.keys + [UInt64(index)], nodes.contents + [0])
      nodes.points.append(UInt64(index))
      (nodes.x, nodes.y, nodes.counts) = (nodes.x + [points.x[index]], nodes.y + [points.y[index]], nodes.counts + [1])
      if let weight = points.weights?[index] { nodes.weights?.append(weight) }
    }
    return nodes
  }

  /// The nodes that a zoom shows near a tile, each by everything that tiles tell of it; in the order in which tiles have them.
  private static func shown(
    _ hierarchy: ClusterHierarchy, _ zoom: Int, points: [UInt64]?, _ isNear: (UInt32, UInt32) -> Bool
  ) -> [[UInt64]] {
    hierarchy.visibleNodes(atZoom: zoom).map(Int.init).filter { isNear(hierarchy.x[$0], hierarchy.y[$0]) }.map { node in
      let number = { (point: UInt32) in points?[Int(point)] ?? UInt64(point) }
      var facts = [UInt64(hierarchy.x[node]), UInt64(hierarchy.y[node]), number(hierarchy.ranks[node])]
      guard hierarchy.isCluster(node) else { return facts }
      let bounds = hierarchy.bounds(of: node)
      facts += [bounds.west, bounds.north, bounds.east, bounds.south].map { UInt64($0) }
      facts.append(UInt64(hierarchy.expansionZoom(ofCluster: node)))
      return facts + hierarchy.leaves(of: node).map(number)
    }
  }
}
