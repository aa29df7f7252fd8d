import OvertileClustering

/// The nodes of some tiles and their halo by ascending rank, with the properties of those that are drawn.
struct RegionNodes {
  /// The nodes.
  let nodes: ShardNodes
  /// Per node: its row, or that of nothing.
  let items: [UInt32]
  /// The rows: first those of nodes, then one without anything for those that no tile shows.
  let rows: LayerRows

  /// Reads the nodes that were handed to a task.
  ///
  /// - Parameters:
  ///   - drawnHalo: the depth of the halo in which points have their properties; nil if none are drawn.
  /// - Throws: `PipelineError`, also for a point within the halo without properties.
  init(
    _ handed: HandedNodes, _ region: ShardRegion, ofLayer layer: Int, extraColumns: Int, drawnHalo: UInt64?
  ) throws {
    var found: ShardNodes?
    var rows = try LayerRows(extraColumns: extraColumns)
    var items: [UInt32] = []
    try handed.read(region.cells, ofLayer: layer, extraColumns: extraColumns) { cell, own, properties in
      if found == nil { found = ShardNodes(hasWeights: own.weights != nil) }
      guard (found?.weights == nil) == (own.weights == nil) else {
        throw PipelineError.inputOutput("layer \(layer): some nodes have weights, and others have none")
      }
      found?.append(own)
      guard let drawnHalo else { return }
      guard let properties else {
        throw PipelineError.inconsistent(
          "layer \(layer): the task of cell \(cell.zoom)/\(cell.column)/\(cell.row) has points, and not their properties; this "
            + "is a fault of overtile")
      }
      let isOwn = region.holds(cell: cell)
      let drawn = (0..<UInt32(own.count)).filter {
        isOwn || region.reaches(x: own.x[Int($0)], y: own.y[Int($0)], halo: drawnHalo)
      }
      let first = items.count
      items += repeatElement(LayerRows.noValue, count: own.count)
      for (row, node) in drawn.enumerated() {
        items[first + Int(node)] = UInt32(truncatingIfNeeded: rows.count + row)
      }
      try rows.append(drawn.count == own.count ? properties.batch : properties.picked(drawn).batch)
    }
    let blank = UInt32(truncatingIfNeeded: rows.count)
    if drawnHalo != nil { try rows.append(TaskRows.blank(extraColumns: extraColumns)) }
    try rows.finish()
    let all = found ?? ShardNodes()
    let order = all.order()
    nodes = all.picked(order[...])
    self.items = drawnHalo == nil ? [] : order.map { items[Int($0)] == LayerRows.noValue ? blank : items[Int($0)] }
    self.rows = rows
  }
}
