import OvertileClustering

/// Nodes on their way to the tasks of a level: to that of their own tile, and to those in whose halo they lie.
struct NodeOutbox {
  private let level: Int
  private var sent = TileOutbox<ShardNodes>()

  /// Begins without nodes.
  init(level: Int) { self.level = level }

  /// Sends nodes of a layer to the tasks of the level, if the plan has it.
  mutating func send(_ nodes: ShardNodes, ofLayer layer: Int, to plan: ShardPlan) {
    guard level < plan.levels.count else { return }
    let (tileZoom, halo) = (plan.levels[level].tileZoom, plan.levels[level].halo)
    sent.update(layer: layer) { own in
      for node in 0..<nodes.count {
        ShardTile.forEach(zoom: tileZoom, reachingX: nodes.x[node], y: nodes.y[node], halo: halo) { tile in
          own[tile, default: ShardNodes(hasWeights: nodes.weights != nil)].append(node, of: nodes)
        }
      }
    }
  }

  /// Writes a section for each task.
  consuming func write(to writer: PartWriter) throws {
    try sent.write(.nodes, level: level, to: writer) { $0.encode(&$1) }
  }
}
