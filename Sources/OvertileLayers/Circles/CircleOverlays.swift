import OvertileBundleFormat
import OvertileCircles
import OvertileConfiguration
import OvertileCore
import OvertileReading
import OvertileVectorTile

/// A circle layer: each circle in every tile that its envelope touches.
struct CircleOverlays {
  var manifest: BundleManifest.Layer
  /// The circles in canonical order: one list, or one per zoom if the radius depends on the zoom.
  let circles: [[Circle]]
  /// Per circle: its id in the tiles.
  let ids: Column<UInt64>
  /// Per circle: its row.
  let rows: Column<UInt32>
  /// How overlapping circles are dissolved; nil if each is drawn by itself.
  let classes: CircleClasses?
  let tags: FeatureTags
  let keys: CircleKeys
  let options: CircleLayer
  let grid: TileGrid
  let work: OrderedParallelMap
  var neverShown = NeverShown.none

  /// The number of circles in a worker's job.
  static let chunk = 256

  var properties: LayerProperties { tags.properties }

  /// The number of circles.
  var count: Int { ids.count }

  /// The circles at a zoom, in canonical order.
  func circles(atZoom zoom: Int) -> [Circle] {
    circles.count == 1 ? circles[0] : circles[zoom - zooms.lowerBound]
  }

  /// The side of the tile in which pixels are measured.
  var tilePixels: Double { Double(options.rules.tileSizePixels) }

  /// The largest scale at which a circle is drawn.
  var envelopeScale: Double { max(1, options.pulse?.scale.max() ?? 1) }

  func completeZoom(_ itemCounts: [BuildReport.ZoomCounts]) -> Int? {
    let looksAtZoom = itemCounts.contains { $0.filtered > 0 }
    guard circles.count == 1, !looksAtZoom else { return nil }
    return CompleteZoom.ofCircles(circles[0], options, in: zooms, grid)
  }

  func overlays(atZoom zoom: Int) throws -> any ZoomOverlays {
    let cutter = CircleCutter(layer: self, circles: circles(atZoom: zoom), cut: grid.cut(zoom: zoom))
    var cut = ClippedFeatures(BuildReport.ZoomCounts(zoom: zoom))
    try work.forEach((0..<count).parts(of: Self.chunk)) { engine, range in
      try cutter.cut(range, engine)
    } consume: {
      cut.append($0)
    }
    let isShown = cut.isShown(count: count)
    cut.itemCounts.shown = isShown.count { $0 }
    cut.itemCounts.dissolved = cut.dissolved.count { !isShown[Int($0)] }
    cut.classCounts = try classes.map { try cutter.dissolve($0, cut.dissolved, into: &cut) } ?? []
    let overlays = cut.isShown(count: count + cut.classCounts.count).count { $0 }
    cut.finish()
    return ClippedZoom(self, cut, overlays: overlays, points: count - cut.hiddenCount)
  }
}

extension CircleOverlays: ClippedLayer {
  func begin(_ overlay: Int, part: UInt8, of cut: ClippedFeatures, into encoder: inout TileEncoder) {
    let (part, zoom) = (CirclePart.allCases[Int(part)], cut.itemCounts.zoom)
    if part == .dissolved {
      let number = overlay - count
      classes?.encode(number, circleCount: cut.classCounts[number], keys: keys, into: &encoder)
      return
    }
    let id = ids[overlay]
    tags.begin(row: rows[overlay], id: id, zoom: zoom, into: &encoder)
    keys.write(circles(atZoom: zoom)[overlay], part: part, zoom: zoom, layer: self, into: &encoder)
  }
}

extension CircleOverlays {
  /// The circles that no zoom shows: hidden by their size or by a filter, or beyond the edge of the map. O(circles) where most
  /// are shown.
  ///
  /// - Parameter sources: per circle, its point among those of the rows.
  func unshown(sources: Column<UInt32>) -> NeverShown {
    let items = (0..<UInt32(count)).filter { item in !zooms.contains { isShown(Int(item), zoom: $0) } }
    return NeverShown(items, rows: rows, sources: sources)
  }

  private func isShown(_ index: Int, zoom: Int) -> Bool {
    let circle = circles(atZoom: zoom)[index]
    guard tags.zoomed.shows(row: rows[index], zoom: zoom) else { return false }
    let appearance = options.appearance(of: circle, zoom: zoom)
    guard !appearance.isHidden else { return false }
    // The tile of its center holds it, if the map does.
    if abs(circle.center.latitude) < 85 { return true }
    let isOutlineAlone = appearance == .full && classes != nil && !options.rules.draws(.center)
    return !circle.tiles(atZoom: zoom, scale: isOutlineAlone ? 1 : envelopeScale).isEmpty
  }
}
