import OvertileClustering
import OvertileConfiguration
import OvertileFeatures

/// The work of a task that clusters: it makes the clusters of some tiles of a level, and sends the nodes of their lowest
/// zoom to the next level.
struct PartClustering {
  let configuration: PipelineConfiguration
  let tileZoom: Int
  let level: Int
  let share: (number: Int, of: Int)
  let cancellation: Cancellation

  /// Writes the clusters of each tile, then the nodes for every task of the next level.
  ///
  /// Tiles are clustered one after the other. Memory: some 200 bytes a node of the largest, and the nodes that are sent.
  func write(_ files: [PartFile], to writer: PartWriter) throws {
    var inbox: [PartSection: [(file: Int, entry: PartFile.Entry)]] = [:]
    for (number, file) in files.enumerated() {
      for entry in file.entries where isOwn(entry.section) { inbox[entry.section, default: []].append((number, entry)) }
    }
    var outbox = NodeOutbox(level: level + 1)
    for (section, entries) in inbox.sorted(by: { $0.key < $1.key }) {
      try cancellation.check()
      let (plan, shard, layer) = try task(section, path: files[entries[0].file].path)
      var nodes: ShardNodes?
      for (file, entry) in entries {
        let some = try files[file].read(entry) { try ShardNodes(&$0) }
        var all = nodes ?? ShardNodes(hasWeights: some.weights != nil)
        guard (all.weights == nil) == (some.weights == nil) else {
          throw PipelineError.inputOutput("\(files[file].path): some nodes have weights, and others have none")
        }
        nodes = nil
        all.append(some)
        nodes = all
      }
      guard let nodes else { continue }
      let result = try cluster(nodes.sorted(), shard)
      let points = (0..<nodes.count).reduce(0) { sum, node in
        shard.tile.holds(x: nodes.x[node], y: nodes.y[node]) ? sum + Int(nodes.counts[node]) : sum
      }
      var encoder = PartEncoder()
      ShardOutcome(result.clusters, points: points).encode(&encoder)
      try writer.append(.shard(.clusters, layer: layer, level: level, shard.tile), encoder.bytes)
      outbox.send(result.nodes, ofLayer: layer, to: plan)
    }
    try outbox.write(to: writer)
  }

  private func isOwn(_ section: PartSection) -> Bool {
    guard section.kind == .nodes, section.numbers[1] == UInt64(level) else { return false }
    return XXHash64.hash(section.numbers[0], section.numbers[2]) % UInt64(share.of) == UInt64(share.number)
  }

  private func cluster(_ nodes: ShardNodes, _ shard: ClusterShard) throws -> ClusterShard.Result {
    do {
      return try shard.cluster(nodes) { try cancellation.check() }
    } catch let error as ClusteringError {
      throw PipelineError.inputOutput("\(shard.tile): its nodes cannot be clustered: \(error)")
    }
  }

  /// The task of a section, if the plan of its layer has it.
  private func task(_ section: PartSection, path: String) throws -> (ShardPlan, ClusterShard, layer: Int) {
    let layer = Int(truncatingIfNeeded: section.numbers[0])
    guard configuration.layers.indices.contains(layer), case .cluster(let cluster) = configuration.layers[layer].kind,
      let plan = configuration.layers[layer].shardPlan(configuration.output, tileZoom: tileZoom),
      level < plan.levels.count
    else { throw PipelineError.inputOutput("\(path): it has nodes of a layer or level that is not clustered") }
    let (tile, own) = (section.tile, plan.levels[level])
    guard tile.zoom == own.tileZoom, UInt64(tile.column) << UInt64(32 - tile.zoom) < 1 << 32,
      UInt64(tile.row) << UInt64(32 - tile.zoom) < 1 << 32
    else { throw PipelineError.inputOutput("\(path): it has nodes for a tile that is no task") }
    let options = configuration.layers[layer].clusterOptions(cluster)
    return (plan, ClusterShard(options, tile: tile, zooms: own.zooms), layer)
  }
}
