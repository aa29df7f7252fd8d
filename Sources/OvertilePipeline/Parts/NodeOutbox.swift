import OvertileClustering

/// Nodes of one step, and the points of tasks that read with their properties, on their way to the tasks of a level.
///
/// They are written by cells, each once; see `ShardRegion`. A task reads the cells that it needs.
struct NodeOutbox {
  private let level: Int
  /// The number of the task that sends, and that of all tasks of its step.
  private let task: (number: Int, of: Int)
  /// By layer.
  private var nodes: [Int: CellNodes] = [:]
  /// By layer.
  private var points: [Int: CellPoints] = [:]

  /// Begins without nodes.
  init(level: Int, task: (number: Int, of: Int)) { (self.level, self.task) = (level, task) }

  /// Sends nodes of a layer to the tasks of the level, if the plan has it.
  mutating func send(_ nodes: ShardNodes, ofLayer layer: Int, to plan: ShardPlan) {
    guard level < plan.levels.count else { return }
    let none = CellNodes(cellZoom: plan.levels[level].cellZoom, hasWeights: nodes.weights != nil)
    self.nodes[layer, default: none].append(nodes)
  }

  /// Sends the points of a slice of a layer to the tasks of the first level.
  ///
  /// - Parameters:
  ///   - first: the number of the first point.
  ///   - hasWeights: whether points have weights.
  ///   - isDrawn: whether tasks draw them, and need their properties.
  mutating func send(
    _ rows: RowBatch, first: UInt64, hasWeights: Bool, isDrawn: Bool, ofLayer layer: Int, to plan: ShardPlan
  ) {
    let none = CellPoints(
      cellZoom: plan.levels[level].cellZoom, task: task.number, hasWeights: hasWeights,
      extraColumns: isDrawn ? rows.extras.count : nil)
    points[layer, default: none].append(rows, first: first)
  }

  /// Writes a section for each cell with nodes, and one that says which these are.
  consuming func write(to writer: PartWriter) throws {
    var list = SentNodes()
    for (layer, own) in points.sorted(by: { $0.key < $1.key }) {
      try own.forEachCell { cell, points in
        var encoder = PartEncoder()
        points.encode(&encoder)
        list.add(layer: layer, cell, points: UInt64(points.count))
        try writer.append(.shard(.nodes, layer: layer, level: level, cell), encoder.bytes)
      }
      guard let values = own.sharedValues else { continue }
      var encoder = PartEncoder()
      values.encode(&encoder)
      try writer.append(.values(layer: layer, task: task.number, of: task.of), encoder.bytes)
    }
    for (layer, own) in nodes.sorted(by: { $0.key < $1.key }) {
      try own.forEachCell { cell, nodes in
        var encoder = PartEncoder()
        nodes.encode(&encoder)
        list.add(layer: layer, cell, points: nodes.counts.reduce(0) { $0 + UInt64($1) })
        try writer.append(.shard(.nodes, layer: layer, level: level, cell), encoder.bytes)
      }
    }
    var encoder = PartEncoder()
    list.encode(&encoder)
    try writer.append(.sent(level: level, task: task.number, of: task.of), encoder.bytes)
  }
}
