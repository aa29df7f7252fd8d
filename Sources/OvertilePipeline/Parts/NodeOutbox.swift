import OvertileClustering

/// Nodes of one step, and the properties of points, on their way to the tasks of a level.
///
/// They are written by cells, each once; see `ShardRegion`. A task reads the cells that it needs.
struct NodeOutbox {
  private let level: Int
  /// By layer.
  private var sent: [Int: CellNodes] = [:]

  /// Begins without nodes.
  init(level: Int) { self.level = level }

  /// Sends nodes of a layer to the tasks of the level, if the plan has it.
  ///
  /// - Parameter rows: the slice that the nodes are the points of, if tasks draw them.
  mutating func send(_ nodes: ShardNodes, _ rows: RowBatch? = nil, ofLayer layer: Int, to plan: ShardPlan) {
    guard level < plan.levels.count else { return }
    let none = CellNodes(
      cellZoom: plan.levels[level].cellZoom, hasWeights: nodes.weights != nil, extraColumns: rows?.extras.count)
    sent[layer, default: none].append(nodes, rows)
  }

  /// Writes a section for each cell with nodes, and one that says which these are.
  ///
  /// - Parameter task: the number of the task that sends, and that of all tasks of its step.
  consuming func write(to writer: PartWriter, task: (number: Int, of: Int)) throws {
    var list = SentNodes()
    for (layer, own) in sent.sorted(by: { $0.key < $1.key }) {
      try own.forEachCell { cell, nodes, encodeRows in
        var encoder = PartEncoder()
        nodes.encode(&encoder)
        encodeRows(&encoder)
        list.add(layer: layer, cell, points: nodes.counts.reduce(0) { $0 + UInt64($1) })
        try writer.append(.shard(.nodes, layer: layer, level: level, cell), encoder.bytes)
      }
    }
    var encoder = PartEncoder()
    list.encode(&encoder)
    try writer.append(.sent(level: level, task: task.number, of: task.of), encoder.bytes)
  }
}
