import OvertileBundleFormat

/// Counts the items that each zoom of each layer shows.
struct ZoomCensus {
  /// Per layer and zoom.
  private(set) var zooms: [[BundleManifest.ZoomCounts]]
  /// Per layer and zoom.
  private(set) var itemCounts: [[BuildReport.ZoomCounts]]
  private let zoomCounts: [Int]
  private let keepsParts: Bool
  /// Per layer and row, up to the last hidden one: the number of zooms that hide it.
  private var hidden: [[UInt8]]

  /// Begins without zooms.
  ///
  /// - Parameter keepsParts: whether `parts` is needed: it has the hidden rows of every zoom.
  init(_ plan: TilePlan, keepsParts: Bool) {
    self.keepsParts = keepsParts
    zooms = Array(repeating: [], count: plan.layers.count)
    itemCounts = Array(repeating: [], count: plan.layers.count)
    zoomCounts = plan.layers.map { $0.zooms.count }
    hidden = Array(repeating: [], count: plan.layers.count)
  }

  /// Per zoom: the items that each layer shows, for the journal.
  private(set) var parts: [Int: [FinishedZoom.LayerPart]] = [:]

  mutating func add(_ jobs: TileJobs) {
    let parts = jobs.parts.map { part in
      FinishedZoom.LayerPart(
        layer: part.layer, counts: part.overlays.counts, itemCounts: part.overlays.itemCounts,
        hiddenRows: RowSet(part.overlays.hiddenRows))
    }
    if keepsParts { self.parts[jobs.sheet.zoom] = parts }
    add(parts)
  }

  mutating func add(_ finished: FinishedZoom) { add(finished.parts) }

  private mutating func add(_ parts: [FinishedZoom.LayerPart]) {
    for part in parts {
      zooms[part.layer].append(part.counts)
      itemCounts[part.layer].append(part.itemCounts)
      let missing = part.hiddenRows.end - hidden[part.layer].count
      if missing > 0 { hidden[part.layer] += repeatElement(0, count: missing) }
      for run in part.hiddenRows.runs { for row in run { hidden[part.layer][Int(row)] += 1 } }
    }
  }

  /// Per layer: the rows that every zoom hides, ascending.
  var neverShown: [[UInt32]] {
    zip(hidden, zoomCounts).map { counts, zooms in
      counts.indices.filter { counts[$0] >= zooms }.map { UInt32($0) }
    }
  }
}
