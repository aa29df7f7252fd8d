import OvertileClustering
import OvertileConfiguration

/// From the points that a task has clustered and their properties to overlays, which are right within its tile.
struct TaskDrawing {
  let configuration: PipelineConfiguration
  let grid: TileGrid
  let work: OrderedParallelMap

  /// The overlays of a layer.
  ///
  /// - Parameters:
  ///   - tile: the tile of the task, and the depth of the halo in which points have their properties.
  ///   - parts: the properties, from all tasks that read. Points beyond the halo have none, and are not drawn.
  ///   - points: the points of the tile and around it by ascending rank.
  ///   - hierarchy: their clusters.
  /// - Throws: `PipelineError`, also for a point within the halo without properties.
  func overlays(
    ofLayer index: Int, within tile: (tile: ShardTile, halo: UInt64), _ parts: [TaskRows], points: ShardNodes,
    _ hierarchy: ClusterHierarchy
  ) throws -> ClusterOverlays? {
    let layer = configuration.layers[index]
    guard case .cluster(let cluster) = layer.kind else { return nil }
    let columns = try ExtraColumns(layer).columns.count
    var rows = try LayerRows(extraColumns: columns)
    var rowOfPoint: [UInt64: UInt32] = [:]
    rowOfPoint.reserveCapacity(parts.reduce(0) { $0 + $1.points.count })
    // Rows in the order in which one machine reads them.
    for part in parts.sorted(by: { ($0.points.first ?? 0) < ($1.points.first ?? 0) }) {
      for (row, point) in part.points.enumerated() { rowOfPoint[point] = UInt32(truncatingIfNeeded: rows.count + row) }
      try rows.append(part.batch)
    }
    let blank = UInt32(truncatingIfNeeded: rows.count)
    try rows.append(TaskRows.blank(extraColumns: columns))
    try rows.finish()
    let items = try (0..<points.count).map { point in
      if let row = rowOfPoint[points.points[point]] { return row }
      guard !tile.tile.reaches(x: points.x[point], y: points.y[point], halo: tile.halo) else {
        throw PipelineError.inconsistent(
          "layer \"\(layer.name.value)\": the task of tile \(tile.tile.zoom)/\(tile.tile.column)/\(tile.tile.row) has a "
            + "point, and not its properties; this is a fault of overtile")
      }
      return blank
    }
    return try ClusterLayerBuilder(layer: layer, cluster: cluster, grid: grid, work: work).overlays(
      rows, items: items, points: points, hierarchy)
  }
}
