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
  ///   - halo: the depth of the halo whose nodes are needed; those farther away in the same cells are left out.
  ///   - drawnHalo: the depth of the halo in which points have their properties; nil if none are drawn.
  /// - Throws: `PipelineError`, also for a point within the halo without properties.
  init(
    _ handed: HandedNodes, _ region: ShardRegion, ofLayer layer: Int, extraColumns: Int, halo: UInt64,
    drawnHalo: UInt64?
  ) throws {
    let halo = max(halo, drawnHalo ?? 0)
    guard handed.isOfPoints else {
      var found: ShardNodes?
      try handed.read(region.cells, ofLayer: layer) { cell, own in
        try Self.begin(&found, hasWeights: own.weights != nil, layer)
        if region.holds(cell: cell) {
          found?.append(own)
          return
        }
        let near = (0..<UInt32(own.count)).filter { region.reaches(x: own.x[Int($0)], y: own.y[Int($0)], halo: halo) }
        found?.append(own.picked(near[...]))
      }
      (nodes, items, rows) = ((found ?? ShardNodes()).sorted(), [], try LayerRows(extraColumns: extraColumns))
      return
    }
    var found: RegionPoints?
    var rows = try PointRows(extraColumns: extraColumns)
    var items: [UInt32] = []
    func take(_ cell: ShardTile, _ own: HandedPoints) throws {
      found = found ?? RegionPoints(hasWeights: own.hasWeights)
      guard found?.hasWeights == own.hasWeights else { throw Self.mixed(layer) }
      let isOwn = region.holds(cell: cell)
      func isNear(_ point: Int) -> Bool {
        let (x, y) = own.position(point)
        return region.reaches(x: x, y: y, halo: halo)
      }
      let near = isOwn ? nil : (0..<own.count).map(isNear)
      found?.append(own, where: near)
      guard let drawnHalo else { return }
      guard let properties = own.rows else {
        throw PipelineError.inconsistent(
          "layer \(layer): the task of cell \(cell.zoom)/\(cell.column)/\(cell.row) has points, and not their properties; this "
            + "is a fault of overtile")
      }
      var next = UInt32(truncatingIfNeeded: rows.count)
      try rows.append(own, properties) { point in
        guard near?[point] ?? true else { return false }
        let (x, y) = own.position(point)
        let isDrawn = isOwn || region.reaches(x: x, y: y, halo: drawnHalo)
        items.append(isDrawn ? next : LayerRows.noValue)
        if isDrawn { next += 1 }
        return isDrawn
      }
    }
    try handed.readPoints(
      region.cells, ofLayer: layer, extraColumns: extraColumns, begin: { rows.begin(shared: $0) }, take)
    let blank = UInt32(truncatingIfNeeded: rows.count)
    if drawnHalo != nil { rows.appendBlank() }
    try rows.finish()
    let (nodes, order) = (found.take() ?? RegionPoints(hasWeights: false)).sorted()
    self.items = drawnHalo == nil ? [] : order.map { items[Int($0)] == LayerRows.noValue ? blank : items[Int($0)] }
    (self.nodes, self.rows) = (nodes, rows.rows)
  }

  private static func begin(_ found: inout ShardNodes?, hasWeights: Bool, _ layer: Int) throws {
    if found == nil { found = ShardNodes(hasWeights: hasWeights) }
    guard (found?.weights != nil) == hasWeights else { throw mixed(layer) }
  }

  private static func mixed(_ layer: Int) -> PipelineError {
    .inputOutput("layer \(layer): some nodes have weights, and others have none")
  }
}
