import OvertileClustering

/// Nodes of one layer on their way to the tasks of a further level, by their cells. Memory: 40 bytes a node.
struct CellNodes {
  private let cellZoom: Int
  private var nodes: ShardNodes
  private var entries = TileEntries()

  /// No nodes, for cells of a zoom.
  ///
  /// - Parameter hasWeights: whether the nodes have weights.
  init(cellZoom: Int, hasWeights: Bool) {
    self.cellZoom = cellZoom
    nodes = ShardNodes(hasWeights: hasWeights)
  }

  /// Adds nodes.
  mutating func append(_ nodes: ShardNodes) {
    for node in 0..<nodes.count {
      let cell = ShardTile(zoom: cellZoom, holdingX: nodes.x[node], y: nodes.y[node])
      entries.append(
        tile: UInt64(cell.row) << UInt64(cellZoom) | UInt64(cell.column),
        item: UInt32(truncatingIfNeeded: self.nodes.count + node))
    }
    self.nodes.append(nodes)
  }

  /// Calls a closure with the nodes of each cell, ascending by row and column, in the order in which they came.
  consuming func forEachCell(_ body: (ShardTile, ShardNodes) throws -> Void) rethrows {
    entries.sort()
    let mask = UInt64(1) << UInt64(cellZoom) - 1
    var start = 0
    while start < entries.count {
      let number = entries.tiles[start]
      var end = start + 1
      while end < entries.count, entries.tiles[end] == number { end += 1 }
      let cell = ShardTile(
        zoom: cellZoom, column: UInt32(truncatingIfNeeded: number & mask),
        row: UInt32(truncatingIfNeeded: number >> UInt64(cellZoom)))
      try body(cell, nodes.picked(entries.items[start..<end]))
      start = end
    }
  }
}
