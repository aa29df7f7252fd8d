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

  private struct Inbox {
    var nodes: [(file: Int, entry: PartFile.Entry)] = []
    var rows: [(file: Int, entry: PartFile.Entry)] = []

    /// The bytes of all sections.
    var byteCount: Int { (nodes + rows).reduce(0) { $0 + $1.entry.count } }

    mutating func add(_ file: Int, _ entry: PartFile.Entry) {
      if entry.section.kind == .rows { rows.append((file, entry)) } else { nodes.append((file, entry)) }
    }
  }

  /// Writes the clusters of each tile, and what `draw` makes of its overlays, then the nodes for every task of the next level.
  ///
  /// Tiles are clustered one after the other, first some of various sizes, from whose map tiles the compression is chosen.
  /// Memory: some 200 bytes a node of the largest, its properties, and the nodes that are sent.
  ///
  /// - Parameter draw: writes the tiles of zooms that tasks make.
  func write(
    _ files: [PartFile], to writer: PartWriter, draw: (ShardTile, [Drawn]) throws -> Void
  ) throws {
    let divided = DividedTiles(configuration, plan)
    var inbox: [ShardTile: [Int: Inbox]] = [:]
    for (number, file) in files.enumerated() {
      for entry in file.entries where isOwn(entry.section) {
        let layer = try layer(entry.section, path: file.path)
        inbox[entry.section.tile, default: [:]][layer, default: Inbox()].add(number, entry)
      }
    }
    var outbox = NodeOutbox(level: level + 1)
    for (tile, layers) in Self.ordered(inbox) {
      var drawn: [Drawn] = []
      for (layer, own) in layers.sorted(by: { $0.key < $1.key }) where !own.nodes.isEmpty {
        try cancellation.check()
        let (shards, shard) = try task(tile, layer: layer, path: files[own.nodes[0].file].path)
        let nodes = try nodes(own, files).sorted()
        let halo = level == 0 ? divided.halo(ofLayer: layer) : nil
        let made = try cluster(nodes, shard, draws: halo != nil)
        var encoder = PartEncoder()
        ShardOutcome(made.result.clusters, points: nodes.points(in: tile)).encode(&encoder)
        try writer.append(.shard(.clusters, layer: layer, level: level, tile), encoder.bytes)
        outbox.send(made.result.nodes, ofLayer: layer, to: shards)
        if let hierarchy = made.hierarchy, let halo {
          let overlays = try drawing.overlays(
            ofLayer: layer, within: (tile, halo), try rows(own, files, layer), points: nodes, hierarchy)
          if let overlays { drawn.append((layer, overlays)) }
        }
      }
      if !drawn.isEmpty { try draw(tile, drawn) }
    }
    try outbox.write(to: writer)
  }

  /// First the tiles in which the middle byte is, and the bytes at eighths, if tiles lie one after the other, the largest first;
  /// then the others, the largest first.
  private static func ordered(_ inbox: [ShardTile: [Int: Inbox]]) -> [(tile: ShardTile, layers: [Int: Inbox])] {
    let sized = inbox.map { (tile: $0, layers: $1, bytes: $1.values.reduce(0) { $0 + $1.byteCount }) }
      .sorted { ($1.bytes, $0.tile) < ($0.bytes, $1.tile) }
    let all = sized.reduce(0) { $0 + $1.bytes }
    var first: [Int] = []
    for eighths in [4, 2, 6, 1, 3, 5, 7] {
      var sum = 0
      let found = sized.firstIndex {
        sum += $0.bytes
        return sum * 8 >= all * eighths
      }
      if let found, !first.contains(found) { first.append(found) }
    }
    return (first + sized.indices.filter { !first.contains($0) }).map { (sized[$0].tile, sized[$0].layers) }
  }

  /// All layers of a tile are of one task.
  private func isOwn(_ section: PartSection) -> Bool {
    guard section.kind == .nodes || section.kind == .rows, section.numbers[1] == UInt64(level) else { return false }
    return XXHash64.hash(section.numbers[2], 0) % UInt64(share.of) == UInt64(share.number)
  }

  private func nodes(_ inbox: Inbox, _ files: [PartFile]) throws -> ShardNodes {
    var all: ShardNodes?
    for (file, entry) in inbox.nodes {
      let some = try files[file].read(entry) { try ShardNodes(&$0) }
      var nodes = all ?? ShardNodes(hasWeights: some.weights != nil)
      guard (nodes.weights == nil) == (some.weights == nil) else {
        throw PipelineError.inputOutput("\(files[file].path): some nodes have weights, and others have none")
      }
      all = nil
      nodes.append(some)
      all = nodes
    }
    return all ?? ShardNodes()
  }

  private func rows(_ inbox: Inbox, _ files: [PartFile], _ layer: Int) throws -> [TaskRows] {
    let columns = try ExtraColumns(configuration.layers[layer]).columns.count
    return try inbox.rows.map { file, entry in
      try files[file].read(entry) { try TaskRows(&$0, extraColumns: columns) }
    }
  }

  private func cluster(
    _ nodes: ShardNodes, _ shard: ClusterShard, draws: Bool
  ) throws -> (result: ClusterShard.Result, hierarchy: ClusterHierarchy?) {
    do {
      guard draws else { return (try shard.cluster(nodes) { try cancellation.check() }, nil) }
      let drawing = try shard.drawing(nodes) { try cancellation.check() }
      return (drawing.result, drawing.hierarchy)
    } catch let error as ClusteringError {
      throw PipelineError.inputOutput("\(shard.tile): its nodes cannot be clustered: \(error)")
    }
  }

  /// The layer of a section, if it is one that is clustered.
  private func layer(_ section: PartSection, path: String) throws -> Int {
    let layer = Int(truncatingIfNeeded: section.numbers[0])
    guard configuration.layers.indices.contains(layer), case .cluster = configuration.layers[layer].kind else {
      throw PipelineError.inputOutput("\(path): it has nodes of a layer that is not clustered")
    }
    return layer
  }

  /// The task of a tile, if the plan of a layer has it.
  private func task(_ tile: ShardTile, layer: Int, path: String) throws -> (ShardPlan, ClusterShard) {
    guard case .cluster(let cluster) = configuration.layers[layer].kind,
      let plan = configuration.layers[layer].shardPlan(configuration.output, tileZoom: plan.tileZoom),
      level < plan.levels.count
    else { throw PipelineError.inputOutput("\(path): it has nodes of a level that is not clustered") }
    let own = plan.levels[level]
    guard tile.zoom == own.tileZoom, UInt64(tile.column) << UInt64(32 - tile.zoom) < 1 << 32,
      UInt64(tile.row) << UInt64(32 - tile.zoom) < 1 << 32
    else { throw PipelineError.inputOutput("\(path): it has nodes for a tile that is no task") }
    let options = configuration.layers[layer].clusterOptions(cluster)
    return (plan, ClusterShard(options, tile: tile, zooms: own.zooms))
  }
}

extension ShardNodes {
  /// The number of points in the nodes that lie in a tile.
  fileprivate func points(in tile: ShardTile) -> Int {
    (0..<count).reduce(0) { sum, node in tile.holds(x: x[node], y: y[node]) ? sum + Int(counts[node]) : sum }
  }
}
