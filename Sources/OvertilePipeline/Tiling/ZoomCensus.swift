import OvertileBundleFormat
import OvertileReading

/// Counts the items that each zoom of each layer shows.
struct ZoomCensus {
  /// Per layer and zoom.
  private(set) var zooms: [[BundleManifest.ZoomCounts]]
  /// Per layer and zoom.
  private(set) var itemCounts: [[BuildReport.ZoomCounts]]

  /// Begins without zooms.
  init(_ plan: TilePlan) {
    zooms = Array(repeating: [], count: plan.layers.count)
    itemCounts = Array(repeating: [], count: plan.layers.count)
  }

  /// Per zoom: the items that each layer shows, for the journal.
  private(set) var parts: [Int: [FinishedZoom.LayerPart]] = [:]

  mutating func add(_ jobs: TileJobs) {
    let parts = jobs.parts.map { part in
      FinishedZoom.LayerPart(
        layer: part.layer, counts: part.overlays.counts, itemCounts: part.overlays.itemCounts)
    }
    self.parts[jobs.sheet.zoom] = parts
    add(parts)
  }

  mutating func add(_ finished: FinishedZoom) { add(finished.parts) }

  private mutating func add(_ parts: [FinishedZoom.LayerPart]) {
    for part in parts {
      zooms[part.layer].append(part.counts)
      itemCounts[part.layer].append(part.itemCounts)
    }
  }
}
