/// The counts of the items that each zoom of each layer shows.
struct ZoomCensus {
  /// Per zoom: its layers.
  private(set) var parts: [Int: [FinishedZoom.LayerPart]] = [:]

  mutating func add(_ jobs: TileJobs) {
    parts[jobs.sheet.zoom, default: []] += jobs.parts.map { part in
      FinishedZoom.LayerPart(
        layer: part.layer, counts: part.overlays.counts, itemCounts: part.overlays.itemCounts)
    }
  }

  mutating func add(_ finished: FinishedZoom) { parts[finished.zoom] = finished.parts }

  /// Per layer of a plan: its zooms, ascending.
  func layers(of plan: TilePlan) -> [[FinishedZoom.LayerPart]] {
    parts.sorted { $0.key < $1.key }.flatMap(\.value).reduce(into: plan.layers.map { _ in [] }) { layers, part in
      layers[part.layer].append(part)
    }
  }
}
