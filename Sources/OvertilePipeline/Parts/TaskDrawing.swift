import OvertileClustering
import OvertileConfiguration

/// From the points that a task has clustered and their properties to overlays, which are right within its tiles.
struct TaskDrawing {
  let configuration: PipelineConfiguration
  let grid: TileGrid
  let work: OrderedParallelMap

  /// The overlays of a layer; points beyond the halo have no properties, and are not drawn.
  ///
  /// - Parameters:
  ///   - own: the points of the tiles and around them.
  ///   - hierarchy: their clusters.
  /// - Throws: `PipelineError`.
  func overlays(
    ofLayer index: Int, _ own: RegionNodes, _ hierarchy: ClusterHierarchy
  ) throws -> ClusterOverlays? {
    let layer = configuration.layers[index]
    guard case .cluster(let cluster) = layer.kind else { return nil }
    return try ClusterLayerBuilder(layer: layer, cluster: cluster, grid: grid, work: work).overlays(
      own.rows, items: own.items, points: own.nodes, hierarchy)
  }
}
