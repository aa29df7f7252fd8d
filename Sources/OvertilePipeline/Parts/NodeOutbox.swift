import OvertileClustering

/// Nodes on their way to the tasks of a level: to that of their own tile, and to those in whose halo they lie.
struct NodeOutbox {
  private let level: Int
  /// By layer and tile.
  private var sent: [Int: [ShardTile: ShardNodes]] = [:]

  /// Begins without nodes.
  init(level: Int) { self.level = level }

  /// Sends nodes of a layer to the tasks of the level, if the plan has it.
  mutating func send(_ nodes: ShardNodes, ofLayer layer: Int, to plan: ShardPlan) {
    guard level < plan.levels.count else { return }
    let (tileZoom, halo) = (plan.levels[level].tileZoom, plan.levels[level].halo)
    var own = sent.removeValue(forKey: layer) ?? [:]
    for node in 0..<nodes.count {
      ShardTile.forEach(zoom: tileZoom, reachingX: nodes.x[node], y: nodes.y[node], halo: halo) { tile in
        own[tile, default: ShardNodes(hasWeights: nodes.weights != nil)].append(node, of: nodes)
      }
    }
    sent[layer] = own
  }

  /// Writes a section for each task.
  consuming func write(to writer: PartWriter) throws {
    for (layer, tiles) in sent.sorted(by: { $0.key < $1.key }) {
      for (tile, nodes) in tiles.sorted(by: { $0.key < $1.key }) {
        var encoder = PartEncoder()
        nodes.encode(&encoder)
        try writer.append(.shard(.nodes, layer: layer, level: level, tile), encoder.bytes)
      }
    }
  }
}
