import MapMath
import OvertileBundleFormat
import OvertileVectorTile

/// The numbers of the clusters and points that a cluster layer shows at one zoom, without their tiles: for zooms that tasks have
/// drawn. O(nodes).
struct ClusterCounts: ZoomOverlays {
  let counts: BundleManifest.ZoomCounts
  let itemCounts: BuildReport.ZoomCounts
  let hiddenRows: [UInt32] = []
  /// There are no entries.
  let tiles = TileColumn([])

  /// Counts the nodes of a zoom, and the tiles in which each is.
  init(_ layer: ClusterOverlays, zoom: Int) {
    let hierarchy = layer.hierarchy
    let nodes = hierarchy.visibleNodes(atZoom: zoom)
    let grid = MarkerGrid(zoom: zoom, extent: layer.grid.extent, buffer: layer.grid.buffer)
    var itemCounts = BuildReport.ZoomCounts(zoom: zoom)
    var entries = 0
    for node in nodes.lazy.map(Int.init) {
      grid.forEachTile(x: hierarchy.x[node], y: hierarchy.y[node]) { _ in entries += 1 }
      if hierarchy.isCluster(node) { itemCounts.merged += Int(hierarchy.counts[node]) } else { itemCounts.shown += 1 }
    }
    self.itemCounts = itemCounts
    counts = BundleManifest.ZoomCounts(
      zoom: zoom, overlays: nodes.count, points: hierarchy.pointCount, hidden: 0, entries: entries)
  }

  func encode(entries: Range<Int>, tile: TileID, into encoder: inout TileEncoder) {}
}
