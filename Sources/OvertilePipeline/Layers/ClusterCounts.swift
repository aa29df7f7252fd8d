import MapMath
import OvertileBundleFormat
import OvertileClustering
import OvertileVectorTile

/// The numbers of the clusters and points that a cluster layer shows at one zoom, without their tiles: for zooms that tasks have
/// drawn.
struct ClusterCounts: ZoomOverlays {
  let counts: BundleManifest.ZoomCounts
  let itemCounts: BuildReport.ZoomCounts
  let hiddenRows: [UInt32] = []
  /// There are no entries.
  let tiles = TileColumn([])

  func encode(entries: Range<Int>, tile: TileID, into encoder: inout TileEncoder) {}
}

extension ClusterCounts {
  /// The numbers of a zoom while nodes are counted.
  private struct Tally {
    let grid: MarkerGrid
    var overlays = 0
    var entries = 0
    var merged = 0
    var shown = 0

    init(_ grid: MarkerGrid) { self.grid = grid }

    @inline(__always)
    mutating func add(x: UInt32, y: UInt32, points: Int, isCluster: Bool) {
      overlays += 1
      grid.forEachTile(x: x, y: y) { _ in entries += 1 }
      if isCluster { merged += points } else { shown += 1 }
    }
  }

  /// The numbers of every zoom of a layer. One pass over the nodes in their order, as these are many: O(nodes at all zooms).
  ///
  /// - Parameters:
  ///   - zooms: the zooms.
  ///   - region: the tiles in which nodes count; nil for all.
  static func all(
    zooms: ClosedRange<Int>, of hierarchy: ClusterHierarchy, grid: TileGrid, within region: ShardRegion? = nil
  ) -> [ClusterCounts] {
    var tallies = zooms.map { Tally(MarkerGrid(zoom: $0, extent: grid.extent, buffer: grid.buffer)) }
    // Zooms below those that are clustered show what the lowest does, and those above the last all points.
    let clustered = hierarchy.zooms.lowerBound...hierarchy.zooms.upperBound + 1
    let first = clustered.map { lowest in zooms.prefix { hierarchy.zoom(shownAt: $0) < lowest }.count }
    for node in 0..<hierarchy.nodeCount where region?.holds(x: hierarchy.x[node], y: hierarchy.y[node]) ?? true {
      let showing = hierarchy.zooms(showing: node)
      let next = showing.upperBound - clustered.lowerBound + 1
      let end = next < first.count ? first[next] : tallies.count
      for zoom in first[showing.lowerBound - clustered.lowerBound]..<end {
        tallies[zoom].add(
          x: hierarchy.x[node], y: hierarchy.y[node], points: Int(hierarchy.counts[node]),
          isCluster: hierarchy.isCluster(node))
      }
    }
    return zip(zooms, tallies).map { (zoom: Int, tally: Tally) -> ClusterCounts in
      var itemCounts = BuildReport.ZoomCounts(zoom: zoom)
      (itemCounts.merged, itemCounts.shown) = (tally.merged, tally.shown)
      let counts = BundleManifest.ZoomCounts(
        zoom: zoom, overlays: tally.overlays, points: hierarchy.pointCount, hidden: 0, entries: tally.entries)
      return ClusterCounts(counts: counts, itemCounts: itemCounts)
    }
  }
}
