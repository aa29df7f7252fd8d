import OvertileClustering
import OvertileFeatures
import TestSupport

/// Clusters points by tasks that each see the nodes of a tile and its halo, and joins the results; no task knows another.
struct ShardedRun {
  let points: ClusterPoints
  let options: ClusterOptions
  var plan: ShardPlan
  /// Tasks with at least one node, over all levels.
  private(set) var taskCount = 0
  /// Nodes that tasks received as halo.
  private(set) var haloCount = 0
  /// The greatest number of nodes that a task received.
  private(set) var largestTask = 0

  /// Prepares a run whose first level has the tiles of a zoom.
  init(_ points: ClusterPoints, _ options: ClusterOptions, tileZoom: Int) {
    (self.points, self.options) = (points, options)
    plan = ShardPlan(options, tileZoom: tileZoom)
  }

  /// The hierarchy.
  ///
  /// - Parameter haloPart: the part of each halo that tasks receive; below 1 they receive too little.
  mutating func hierarchy(haloPart: Double = 1) throws -> ClusterHierarchy {
    var nodes = allNodes
    var clusters: [ShardClusters] = []
    for level in plan.levels {
      let halo = UInt64(Double(level.halo) * haloPart)
      var tasks: [ShardTile: ShardNodes] = [:]
      for node in 0..<nodes.count {
        ShardTile.forEach(zoom: level.tileZoom, reachingX: nodes.x[node], y: nodes.y[node], halo: halo) { tile in
          tasks[tile, default: ShardNodes(hasWeights: nodes.weights != nil)].append(node, of: nodes)
          if !tile.holds(x: nodes.x[node], y: nodes.y[node]) { haloCount += 1 }
        }
      }
      nodes = ShardNodes(hasWeights: nodes.weights != nil)
      for (tile, own) in tasks {
        let result = try ClusterShard(options, tile: tile, zooms: level.zooms).cluster(own.sorted())
        nodes.append(result.nodes)
        clusters.append(result.clusters)
        largestTask = max(largestTask, own.count)
      }
      taskCount += tasks.count
    }
    return try joined(clusters)
  }

  /// The hierarchy that tasks make which have several tiles, as small as cells or larger, divided at random, and are handed the cells
  /// of these, or only what is in the halo.
  mutating func hierarchy(byRegions seed: UInt64) throws -> ClusterHierarchy {
    var random = SeededRandom(seed: seed)
    var nodes = allNodes
    var clusters: [ShardClusters] = []
    for level in plan.levels {
      var cells: [ShardTile: ShardNodes] = [:]
      for node in 0..<nodes.count {
        let cell = ShardTile(zoom: level.cellZoom, holdingX: nodes.x[node], y: nodes.y[node])
        cells[cell, default: ShardNodes(hasWeights: nodes.weights != nil)].append(node, of: nodes)
      }
      let tasks = Int.random(in: 1...4, using: &random)
      let zoom = Int.random(in: level.tileZoom...level.leastRegionZoom, using: &random)
      var tiles: [Int: [ShardTile]] = [:]
      for tile in Set(cells.keys.flatMap { $0.tiles(ofCellsAt: zoom) }).sorted() {
        tiles[Int.random(in: 0..<tasks, using: &random), default: []].append(tile)
      }
      nodes = ShardNodes(hasWeights: nodes.weights != nil)
      for own in tiles.values {
        let region = ShardRegion(zoom: zoom, own, cellZoom: level.cellZoom)
        var handed = ShardNodes(hasWeights: nodes.weights != nil)
        for cell in region.cells { if let some = cells[cell] { handed.append(some) } }
        if Bool.random(using: &random) {
          let near = (0..<UInt32(handed.count)).filter {
            region.reaches(x: handed.x[Int($0)], y: handed.y[Int($0)], halo: level.halo)
          }
          handed = handed.picked(near[...])
        }
        let result = try ClusterShard(options, region: region, zooms: level.zooms).cluster(handed.sorted())
        nodes.append(result.nodes)
        clusters.append(result.clusters)
      }
      taskCount += tiles.count
    }
    return try joined(clusters)
  }

  private func joined(_ clusters: [ShardClusters]) throws -> ClusterHierarchy {
    let ranks = Dictionary(uniqueKeysWithValues: (0..<points.count).map { (Self.number($0), UInt32($0)) })
    return try ClusterHierarchy(joining: clusters, of: points, zooms: options.zooms) { ranks[$0] }
  }

  /// The points as nodes.
  private var allNodes: ShardNodes {
    var nodes = ShardNodes(hasWeights: points.weights != nil)
    for index in 0..<points.count {
      // Some keys are equal, so that contents and numbers decide as well.
      nodes.keys.append(UInt64(index / 3))
      nodes.contents.append(UInt64(index % 3 / 2))
      nodes.points.append(Self.number(index))
      nodes.x.append(points.x[index])
      nodes.y.append(points.y[index])
      nodes.counts.append(1)
      if let weight = points.weights?[index] { nodes.weights?.append(weight) }
    }
    return nodes
  }

  /// The number of a point: ascending where digests are equal, and unlike its index.
  private static func number(_ index: Int) -> UInt64 { UInt64(index % 3 * 1_000_000 + index) }
}

extension ClusterHierarchy {
  /// Everything that a hierarchy says, for comparisons.
  var all: [[UInt32]] {
    [
      x, y, counts, ranks, createdZooms.map { UInt32($0) }, parents, leaves,
      clusters.flatMap { cluster in children(ofCluster: cluster) },
      clusters.flatMap { cluster in
        let bounds = bounds(of: cluster)
        return [bounds.west, bounds.north, bounds.east, bounds.south]
      },
      [UInt32(unfinishedCount)],
    ]
  }
}
