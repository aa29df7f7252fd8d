import OvertileClustering

/// Nodes of one layer, slice after slice, and the properties of those that are points, by their cells.
///
/// Each slice is put into the order of cells as it comes, while it is in the caches of the processor: then those of a cell lie
/// together, and are found again with few accesses to memory. Memory: 40 bytes a node and its properties.
struct CellNodes {
  private let cellZoom: Int
  private var nodes: ShardNodes
  /// The properties of the nodes; nil if they are not sent.
  private var rows: TaskRows?
  /// Successive nodes of a slice in one cell: the number of the cell, row after row, and the first of the nodes.
  private var runs = TileEntries()

  /// No nodes, for cells of a zoom.
  ///
  /// - Parameters:
  ///   - hasWeights: whether the nodes have weights.
  ///   - extraColumns: the number of columns of extra values in their properties; nil if these are not sent.
  init(cellZoom: Int, hasWeights: Bool, extraColumns: Int?) {
    self.cellZoom = cellZoom
    nodes = ShardNodes(hasWeights: hasWeights)
    rows = extraColumns.map { TaskRows(extraColumns: $0) }
  }

  /// Adds a slice.
  ///
  /// - Parameter slice: the rows that the nodes are the points of, if their properties are sent.
  mutating func append(_ nodes: ShardNodes, _ slice: RowBatch?) {
    var order = TileEntries()
    order.reserve(nodes.count)
    for node in 0..<nodes.count {
      let cell = ShardTile(zoom: cellZoom, holdingX: nodes.x[node], y: nodes.y[node])
      order.append(
        tile: UInt64(cell.row) << UInt64(cellZoom) | UInt64(cell.column), item: UInt32(truncatingIfNeeded: node))
    }
    order.sort()
    for (node, cell) in order.tiles.enumerated() where node == 0 || order.tiles[node - 1] != cell {
      runs.append(tile: cell, item: UInt32(truncatingIfNeeded: self.nodes.count + node))
    }
    self.nodes.append(nodes.picked(order.items[...]))
    if let slice { rows?.append(order.items.lazy.map { Int(slice.pointRows[Int($0)]) }, of: slice) }
  }

  /// Calls a closure with the nodes of each cell, ascending by row and column, in the order of slices, and with a function that
  /// writes their properties.
  consuming func forEachCell(
    _ body: (ShardTile, ShardNodes, (inout PartEncoder) -> Void) throws -> Void
  ) rethrows {
    // Per run, before they are sorted: runs follow one another.
    var ends = [UInt32](repeating: 0, count: nodes.count)
    for (first, next) in zip(runs.items, runs.items.dropFirst() + [UInt32(truncatingIfNeeded: nodes.count)]) {
      ends[Int(first)] = next
    }
    runs.sort()
    var keys = UsedValues(rows?.batch.properties.keys ?? .init())
    var values = UsedValues(rows?.batch.properties.values ?? .init())
    var start = 0
    while start < runs.count {
      let number = runs.tiles[start]
      var own: [UInt32] = []
      while start < runs.count, runs.tiles[start] == number {
        own += runs.items[start]..<ends[Int(runs.items[start])]
        start += 1
      }
      let mask = UInt64(1) << UInt64(cellZoom) - 1
      let cell = ShardTile(
        zoom: cellZoom, column: UInt32(truncatingIfNeeded: number & mask),
        row: UInt32(truncatingIfNeeded: number >> UInt64(cellZoom)))
      try body(cell, nodes.picked(own[...])) { encoder in
        encoder.add(rows != nil)
        guard let rows else { return }
        PickedRows(own.lazy.map(Int.init), of: rows.batch, &keys, &values).encode(&encoder, keys: keys, values: values)
      }
    }
  }
}
