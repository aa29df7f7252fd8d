import MapMath
import OvertileBundleFormat
import OvertileClustering
import OvertileConfiguration
import OvertileCore
import OvertileReading
import OvertileShapes
import OvertileVectorTile

/// A cluster layer: points and their clusters over all zooms.
package struct ClusterOverlays: OverlayLayer {
  package let manifest: BundleManifest.Layer
  let hierarchy: ClusterHierarchy
  /// The points, in depth-first order.
  let leaves: LeafColumns
  /// The clusters, in depth-first order.
  let records: ClusterRecords
  let tags: FeatureTags
  let keys: ClusterKeys
  let aggregates: ClusterAggregates
  package let grid: TileGrid

  package var properties: LayerProperties { tags.properties }
  package var makesOverlaysOnOneThread: Bool { true }

  /// Per cluster of the hierarchy: its id in the tiles. O(clusters).
  package var clusterIDs: Column<UInt64> { records.numbers.map { records.records[Int($0)].id } }

  package func completeZoom(_ itemCounts: [BuildReport.ZoomCounts]) -> Int? {
    let lastClustered = hierarchy.zooms.upperBound
    let hasClusters = hierarchy.clusters.contains { hierarchy.nodes.createdZooms[$0] == lastClustered }
    var complete = max(hierarchy.completeZoom, CompleteZoom.ofPoints(grid), zooms.lowerBound)
    // Above the last clustered zoom, points at one position are separate, too.
    if hasClusters, lastClustered < zooms.upperBound { complete = max(complete, lastClustered + 1) }
    return complete <= zooms.upperBound ? complete : nil
  }

  package func overlays(atZoom zoom: Int) throws -> any ZoomOverlays {
    let hierarchy = hierarchy
    let nodes = hierarchy.visibleNodes(atZoom: zoom)
    let cut = grid.cut(zoom: zoom)
    var entries = TileEntries()
    entries.reserve(nodes.count + nodes.count / 8)
    var itemCounts = BuildReport.ZoomCounts(zoom: zoom)
    for node in nodes {
      let leaves = hierarchy.leafRange(of: Int(node))
      let isCluster = hierarchy.isCluster(Int(node))
      let item =
        isCluster
        ? UInt32(hierarchy.pointCount) + records.numbers[Int(node) - hierarchy.pointCount]
        : UInt32(truncatingIfNeeded: leaves.lowerBound)
      cut.forEachTile(x: hierarchy.nodes.x[Int(node)], y: hierarchy.nodes.y[Int(node)]) { tile in
        entries.append(tile: tile.hilbertID, item: item)
      }
      if isCluster { itemCounts.merged += leaves.count } else { itemCounts.shown += 1 }
    }
    entries.sort()
    return ClusterZoom(self, cut, entries, itemCounts, overlays: nodes.count)
  }
}

/// The clusters and single points that a cluster layer shows at one zoom.
///
/// A class, since tiles are encoded through an existential, which copies a structure: for each tile some hundred words.
final class ClusterZoom: ZoomOverlays {
  /// Which point or cluster is in which tile: a point by its leaf, below the number of points, a cluster by that number and
  /// the number of its record.
  let entries: TileEntries
  let counts: BundleManifest.ZoomCounts
  let itemCounts: BuildReport.ZoomCounts
  private let layer: ClusterOverlays
  private let cut: TileCut

  /// Wraps the entries of a zoom, which are in tile order.
  init(
    _ layer: ClusterOverlays, _ cut: TileCut, _ entries: TileEntries, _ itemCounts: BuildReport.ZoomCounts,
    overlays: Int
  ) {
    (self.layer, self.cut, self.entries, self.itemCounts) = (layer, cut, entries, itemCounts)
    counts = BundleManifest.ZoomCounts(
      zoom: cut.zoom, overlays: overlays, points: itemCounts.merged + itemCounts.shown, hidden: 0,
      entries: entries.count)
  }

  var tiles: Column<UInt64> { entries.tiles }

  func encode(entries: Range<Int>, tile: TileID, into encoder: inout TileEncoder) {
    for entry in entries {
      let item = Int(self.entries.items[entry])
      let position: (x: Int32, y: Int32)
      if layer.hierarchy.isCluster(item) {
        let cluster = layer.records.records[item - layer.hierarchy.pointCount]
        layer.keys.write(cluster, into: &encoder)
        layer.aggregates.write(cluster: Int(cluster.ordinal), into: &encoder)
        position = cut.position(x: cluster.x, y: cluster.y, in: tile)
      } else {
        layer.tags.begin(row: layer.leaves.rows[item], id: layer.leaves.ids[item], zoom: cut.zoom, into: &encoder)
        position = cut.position(x: layer.leaves.x[item], y: layer.leaves.y[item], in: tile)
      }
      encoder.endFeature(x: position.x, y: position.y)
    }
  }
}
