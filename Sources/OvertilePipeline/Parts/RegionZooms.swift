import OvertileClustering
import OvertileConfiguration

/// The zooms of the tiles by which a level is divided among its tasks: as small as all layers allow whose cells are equal, so that
/// a dense city is divided further than an ocean. All tasks find the same.
struct RegionZooms {
  /// By the zoom of cells.
  private var zooms: [Int: Int] = [:]

  /// Finds the zooms of a level.
  init(_ configuration: PipelineConfiguration, _ plan: PartPlan, level: Int) {
    for layer in configuration.layers {
      let levels = layer.shardPlan(configuration.output, tileZoom: plan.tileZoom)?.levels ?? []
      guard levels.indices.contains(level) else { continue }
      let own = levels[level]
      zooms[own.cellZoom] = min(zooms[own.cellZoom] ?? .max, own.leastRegionZoom)
    }
  }

  /// The zoom of the tiles that hold cells like one.
  func zoom(ofCell cell: ShardTile) -> Int { zooms[cell.zoom] ?? ShardRegion.tileZoom(ofCell: cell) }
}
