import Foundation
import MapMath
import OvertileBundleFormat
import OvertileClustering
import OvertileConfiguration
import OvertileFeatures
import OvertileVectorTile

/// A cluster layer whose high zooms tasks have drawn: its low zooms, and the numbers of the others.
struct JoinedOverlays: OverlayLayer {
  let name: String
  let zooms: ClosedRange<Int>
  let manifest: BundleManifest.Layer
  let roots: JoinedRoots
  let joined: JoinedClusters
  let shown: JoinedProperties
  /// Per node of the roots' hierarchy: what tiles show of it, if it is a cluster.
  let records: [ClusterRecords.Record]
  /// Per root: its row among the tags if it is a point, or `LayerRows.noValue`.
  let rows: [UInt32]
  /// Per zoom that tasks have drawn, the lowest first: its numbers.
  let counted: [ClusterCounts]
  let drawn: ClosedRange<Int>
  let lastClustered: Int
  let grid: TileGrid

  var properties: LayerProperties { shown.tags.properties }
  var summary: PropertySummary? { shown.summary }
  var tagFacts: TagFacts? { shown.facts }
  var mostTextBytes: Int { shown.aggregates.results.mostTextBytes }
  var makesOverlaysOnOneThread: Bool { true }

  func completeZoom(_ itemCounts: [BuildReport.ZoomCounts]) throws -> Int? {
    let complete = roots.tasks.reduce(roots.hierarchy.completeZoom) { max($0, $1.subtrees.completeZoom) }
    let hasClustersThere = roots.tasks.contains { $0.subtrees.zooms.contains { Int($0) == lastClustered } }
    return CompleteZoom.ofClusters(
      complete, lastClustered: lastClustered, hasClustersThere: hasClustersThere, in: zooms, grid)
  }

  func overlays(atZoom zoom: Int) throws -> any ZoomOverlays {
    guard !drawn.contains(zoom) else {
      throw PipelineError.inputOutput(
        "layer \"\(name)\": tiles of zoom \(zoom) that tasks have drawn are missing. Make the parts again")
    }
    let overlays = JoinedZoom(self, zoom: zoom)
    try check(overlays.itemCounts)
    return overlays
  }

  func counts(atZoom zoom: Int) throws -> (any ZoomOverlays)? {
    guard drawn.contains(zoom) else { return nil }
    let counts = counted[zoom - drawn.lowerBound]
    try check(counts.itemCounts)
    return counts
  }

  func writeMembers(withProperties: Bool, to url: URL) throws -> Bool {
    try MembersWriter.write(JoinedMembers(self, withProperties: withProperties), to: url)
    return true
  }

  /// Checks that a zoom shows every point once.
  private func check(_ counts: BuildReport.ZoomCounts) throws {
    let points = counts.merged + counts.shown
    guard points == roots.pointCount else {
      throw PipelineError.inconsistent(
        "layer \"\(name)\": zoom \(counts.zoom) shows \(Counted.text(points, "point")) of "
          + "\(Counted.grouped(roots.pointCount)); this is a fault of overtile")
    }
  }
}

/// The clusters and single points that a layer shows at one of its low zooms: nodes of the roots' hierarchy.
final class JoinedZoom: ZoomOverlays {
  let counts: BundleManifest.ZoomCounts
  let itemCounts: BuildReport.ZoomCounts
  let hiddenRows: [UInt32] = []
  private let layer: JoinedOverlays
  private let entries: TileEntries
  private let zoom: Int
  private let grid: MarkerGrid

  /// Distributes the nodes of a zoom over its tiles. O(nodes).
  init(_ layer: JoinedOverlays, zoom: Int) {
    (self.layer, self.zoom) = (layer, zoom)
    let hierarchy = layer.roots.hierarchy
    let nodes = hierarchy.visibleNodes(atZoom: zoom)
    let grid = MarkerGrid(zoom: zoom, extent: layer.grid.extent, buffer: layer.grid.buffer)
    var entries = TileEntries()
    var itemCounts = BuildReport.ZoomCounts(zoom: zoom)
    for node in nodes {
      grid.forEachTile(x: hierarchy.x[Int(node)], y: hierarchy.y[Int(node)]) {
        entries.append(tile: $0.hilbertID, item: node)
      }
      let points = Int(hierarchy.counts[Int(node)])
      if points > 1 { itemCounts.merged += points } else { itemCounts.shown += 1 }
    }
    entries.sort()
    (self.itemCounts, self.grid, self.entries) = (itemCounts, grid, entries)
    counts = BundleManifest.ZoomCounts(
      zoom: zoom, overlays: nodes.count, points: layer.roots.pointCount, hidden: 0, entries: entries.count)
  }

  var tiles: TileColumn { TileColumn(entries.tiles) }

  func encode(entries range: Range<Int>, tile: TileID, into encoder: inout TileEncoder) throws {
    for entry in range {
      let node = Int(entries.items[entry])
      let record = layer.records[node]
      if record.count > 1 {
        layer.shown.clusterKeys.write(record, into: &encoder)
        layer.shown.aggregates.write(node: node, into: &encoder)
      } else {
        encoder.beginFeature(id: record.id)
        try layer.shown.tags.write(row: layer.rows[node], id: record.id, zoom: zoom, into: &encoder)
      }
      let position = grid.position(x: record.x, y: record.y, in: tile)
      encoder.endFeature(x: position.x, y: position.y)
    }
  }
}
