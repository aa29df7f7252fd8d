import OvertileClustering
import OvertileConfiguration
import OvertileFeatures

/// The work of a task that clusters: it makes the clusters of some tiles of a level, and sends the nodes of their lowest
/// zoom to the next level. On the first level it also draws what one machine shows in these tiles.
struct PartClustering {
  /// The overlays of a layer, which are right within a tile.
  typealias Drawn = (layer: Int, overlays: ClusterOverlays)

  let configuration: PipelineConfiguration
  let plan: PartPlan
  let level: Int
  let share: (number: Int, of: Int)
  let drawing: TaskDrawing
  let cancellation: Cancellation

  /// Writes the clusters of the task's tiles, and what `draw` makes of their overlays, then the nodes for the next level.
  ///
  /// Tiles that lie together are clustered together, as long as they have few points.
  /// Memory: some 300 bytes a node of these and of their halo, its properties, and the nodes that are sent.
  ///
  /// - Parameter draw: writes the tiles of zooms that tasks make.
  func write(
    _ files: [PartFile], to writer: PartWriter, draw: (ShardRegion, [Drawn]) throws -> Void
  ) throws {
    let divided = DividedTiles(configuration, plan)
    let handsRoots = level == 0 && divided.handsRoots(drawing.work.memory.bound)
    var handed = try HandedNodes(files, level: level, tasks: level == 0 ? plan.reads.count : nil)
    for layer in handed.points.keys.sorted() { try check(layer, handed) }
    var outbox = NodeOutbox(level: level + 1, task: share)
    let shares = ShardShares(handed.points, RegionZooms(configuration, plan, level: level), tasks: share.of)
    let regions = shares.regions(ofTask: share.number, mostPoints: mostPoints(ofTask: shares.pointsPerTask))
    try handed.find(Set(regions.flatMap(\.cells)))
    for region in regions {
      var drawn: [Drawn] = []
      for layer in handed.points.keys.sorted() {
        guard let (shards, shard) = task(region, layer: layer) else { continue }
        try cancellation.check()
        let halo = level == 0 ? divided.halo(ofLayer: layer) : nil
        let own = try RegionNodes(
          handed, region, ofLayer: layer, extraColumns: ExtraColumns(configuration.layers[layer]).columns.count,
          halo: shards.levels[level].halo, drawnHalo: halo)
        let made = try cluster(own.nodes, shard, draws: halo != nil, handsClusters: !handsRoots)
        outbox.send(made.result.nodes, ofLayer: layer, to: shards)
        let overlays = try made.hierarchy.flatMap { try drawing.overlays(ofLayer: layer, own, $0) }
        if let overlays { drawn.append((layer, overlays)) }
        if handsRoots, let overlays, let zooms = divided.zooms(ofLayer: layer) {
          try writeRoots(region, layer: layer, own, overlays, zooms: zooms, to: writer)
        } else {
          var encoder = PartEncoder()
          ShardOutcome(made.result.clusters, points: own.nodes.points(in: region)).encode(&encoder)
          try writer.append(.shard(.clusters, layer: layer, level: level, region.tiles[0]), encoder.bytes)
        }
      }
      if !drawn.isEmpty { try draw(region, drawn) }
    }
    // Nobody reads what the last level sends.
    if level + 1 < plan.levels { try outbox.write(to: writer) }
  }

  /// The points of tiles that are clustered together, and of their halo, at most, if there are several tiles: twice those of a task, so
  /// that memory follows the number of tasks. Fewer, larger regions have fewer points in their halos.
  private func mostPoints(ofTask own: Int) -> Int {
    if let bound = drawing.work.memory.bound { return max(1, Int(clamping: bound.bytes) / Self.bytesPerPoint) }
    return min(max(2 * own, Self.mostPoints.lowerBound), Self.mostPoints.upperBound)
  }

  private static let mostPoints = 1 << 19...1 << 21
  private static let bytesPerPoint = 300

  private func cluster(
    _ nodes: ShardNodes, _ shard: ClusterShard, draws: Bool, handsClusters: Bool
  ) throws -> (result: ClusterShard.Result, hierarchy: ClusterHierarchy?) {
    do {
      guard draws else { return (try shard.cluster(nodes) { try cancellation.check() }, nil) }
      let drawing = try shard.drawing(nodes, handsClusters: handsClusters) { try cancellation.check() }
      return (drawing.result, drawing.hierarchy)
    } catch let error as ClusteringError {
      throw PipelineError.inputOutput(
        "\(shard.region.tiles.count) tiles of zoom \(shard.region.zoom): their nodes cannot be clustered: \(error)")
    }
  }

  /// Checks that nodes were sent for a layer that is clustered, and by the cells of the level.
  private func check(_ layer: Int, _ handed: HandedNodes) throws {
    guard configuration.layers.indices.contains(layer), case .cluster = configuration.layers[layer].kind,
      let plan = configuration.layers[layer].shardPlan(configuration.output, tileZoom: plan.tileZoom),
      level < plan.levels.count
    else {
      throw PipelineError.inputOutput("level \(level): a part has nodes of layer \(layer), which is not clustered here")
    }
    guard handed.points[layer, default: [:]].keys.allSatisfy({ $0.zoom == plan.levels[level].cellZoom }) else {
      throw PipelineError.inputOutput("level \(level): a part has nodes of layer \(layer) of cells of another zoom")
    }
  }

  /// The task of some tiles, if they are those of a layer at the level.
  private func task(_ region: ShardRegion, layer: Int) -> (ShardPlan, ClusterShard)? {
    guard case .cluster(let cluster) = configuration.layers[layer].kind,
      let plan = configuration.layers[layer].shardPlan(configuration.output, tileZoom: plan.tileZoom),
      plan.levels[level].cellZoom == region.cellZoom
    else { return nil }
    let options = configuration.layers[layer].clusterOptions(cluster)
    return (plan, ClusterShard(options, region: region, zooms: plan.levels[level].zooms))
  }
}

extension ShardNodes {
  /// The number of points in the nodes that lie in some tiles.
  func points(in region: ShardRegion) -> Int {
    (0..<count).reduce(0) { sum, node in region.holds(x: x[node], y: y[node]) ? sum + Int(counts[node]) : sum }
  }
}
