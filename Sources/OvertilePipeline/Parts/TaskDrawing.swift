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
  ///   - parts: the properties, from all tasks that read. Points without any are not drawn.
  ///   - points: the points of the tile and its halo by ascending rank.
  ///   - hierarchy: their clusters.
  /// - Throws: `PipelineError`.
  func overlays(
    ofLayer index: Int, _ parts: [TaskRows], points: ShardNodes, _ hierarchy: ClusterHierarchy
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
    return try ClusterLayerBuilder(layer: layer, cluster: cluster, grid: grid, work: work).overlays(
      rows, items: points.points.map { rowOfPoint[$0] ?? blank }, points: points, hierarchy)
  }
}
