import OvertileClustering

/// Nodes of one step, and the properties of points, on their way to the tasks of a level.
///
/// They are written by cells, each once; see `ShardRegion`. A task reads the cells that it needs.
struct NodeOutbox {
  /// The nodes of a layer.
  fileprivate struct Sent {
    let cellZoom: Int
    var nodes: ShardNodes
    var rows: TaskRows?
  }

  private let level: Int
  /// By layer.
  private var sent: [Int: Sent] = [:]

  /// Begins without nodes.
  init(level: Int) { self.level = level }

  /// Sends nodes of a layer to the tasks of the level, if the plan has it.
  ///
  /// - Parameter rows: the slice that the nodes are the points of, if tasks draw them.
  mutating func send(_ nodes: ShardNodes, _ rows: RowBatch? = nil, ofLayer layer: Int, to plan: ShardPlan) {
    guard level < plan.levels.count else { return }
    var own =
      sent.removeValue(forKey: layer)
      ?? Sent(
        cellZoom: plan.levels[level].cellZoom, nodes: ShardNodes(hasWeights: nodes.weights != nil),
        rows: rows.map { TaskRows(extraColumns: $0.extras.count) })
    own.nodes.append(nodes)
    if let rows { own.rows?.append(rows) }
    sent[layer] = own
  }

  /// Writes a section for each cell with nodes, and one that says which these are.
  ///
  /// - Parameter task: the number of the task that sends, and that of all tasks of its step.
  consuming func write(to writer: PartWriter, task: (number: Int, of: Int)) throws {
    var list = SentNodes()
    for (layer, own) in sent.sorted(by: { $0.key < $1.key }) {
      try own.write(to: writer, layer: layer, level: level, &list)
    }
    var encoder = PartEncoder()
    list.encode(&encoder)
    try writer.append(.sent(level: level, task: task.number, of: task.of), encoder.bytes)
  }
}

extension NodeOutbox.Sent {
  /// Writes the nodes of each cell, ascending by row and column.
  func write(to writer: PartWriter, layer: Int, level: Int, _ list: inout SentNodes) throws {
    var cells = TileEntries()
    cells.reserve(nodes.count)
    for node in 0..<nodes.count {
      let cell = ShardTile(zoom: cellZoom, holdingX: nodes.x[node], y: nodes.y[node])
      cells.append(
        tile: UInt64(cell.row) << UInt64(cellZoom) | UInt64(cell.column), item: UInt32(truncatingIfNeeded: node))
    }
    cells.sort()
    var keys = UsedValues(rows?.batch.properties.keys ?? .init())
    var values = UsedValues(rows?.batch.properties.values ?? .init())
    var start = 0
    while start < cells.count {
      let number = cells.tiles[start]
      var end = start + 1
      while end < cells.count, cells.tiles[end] == number { end += 1 }
      let items = cells.items[start..<end]
      start = end
      let mask = UInt64(1) << UInt64(cellZoom) - 1
      let cell = ShardTile(
        zoom: cellZoom, column: UInt32(truncatingIfNeeded: number & mask),
        row: UInt32(truncatingIfNeeded: number >> UInt64(cellZoom)))
      let own = nodes.picked(items)
      var encoder = PartEncoder()
      own.encode(&encoder)
      encoder.add(optional: rows?.picked(items, &keys, &values)) { $1.encode(&$0) }
      list.add(layer: layer, cell, points: own.counts.reduce(0) { $0 + UInt64($1) })
      try writer.append(.shard(.nodes, layer: layer, level: level, cell), encoder.bytes)
    }
  }
}
