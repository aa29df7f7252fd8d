import MapMath
import OvertileBundleFormat
import OvertileCore
import OvertileReading
import OvertileVectorTile

/// Features of a layer's overlays, clipped to the tiles of one zoom, in columns, with geometries as tiles hold them; once
/// finished, in tile order.
struct ClippedFeatures: Sendable {
  /// Which clipped feature is in which tile; items are indices into the other columns.
  private var entries = TileEntries()
  /// Per clipped feature: the index of its overlay.
  private var overlays: Column<UInt32> = []
  /// Per clipped feature: which part of its overlay it is, in the layer's own numbering.
  private var parts: Column<UInt8> = []
  /// Per clipped feature: its geometry as `TileGeometry.encode` makes it.
  private var geometries = PackedRows(groupSize: 1)
  /// Circles whose outlines are dissolved.
  var dissolved: [UInt32] = []
  /// Per class of circles: the number of those that are dissolved.
  var classCounts: [Int] = []
  /// The label points that differ from those of the sources, by the number of their overlay.
  var labels: [UInt32: WorldPoint] = [:]
  /// The reasons why overlays are not shown.
  var itemCounts: BuildReport.ZoomCounts

  /// No features of a zoom.
  init(_ itemCounts: BuildReport.ZoomCounts) { self.itemCounts = itemCounts }

  /// The number of clipped features.
  var count: Int { overlays.count }

  /// Adds a clipped feature. Those of an overlay must come one after the other; overlays may come in any order.
  mutating func append(_ geometry: TileGeometry, of overlay: UInt32, part: UInt8 = 0, in tile: TileID) {
    entries.append(tile: tile.hilbertID, item: UInt32(overlays.count))
    overlays.append(overlay)
    parts.append(part)
    geometries.append { _, bytes in geometry.encode(to: &bytes) }
  }

  /// The number of overlays that are not shown.
  var hiddenCount: Int { itemCounts.filtered + itemCounts.hidden + itemCounts.dropped }

  /// Adds those of other overlays of the zoom.
  mutating func append(_ other: ClippedFeatures) {
    let clippedFeature = UInt32(overlays.count)
    for (tile, item) in zip(other.entries.tiles, other.entries.items) {
      entries.append(tile: tile, item: clippedFeature + item)
    }
    overlays += other.overlays
    parts += other.parts
    geometries.append(other.geometries)
    dissolved += other.dissolved
    labels.merge(other.labels) { _, new in new }
    itemCounts += other.itemCounts
  }

  /// Per overlay below a number: whether it has a clipped feature. O(clipped features).
  func isShown(count: Int) -> [Bool] {
    var isShown = [Bool](repeating: false, count: count)
    for overlay in overlays where Int(overlay) < count { isShown[Int(overlay)] = true }
    return isShown
  }

  /// Ends adding, and brings the clipped features into tile order.
  mutating func finish() { entries.sort(thenBy: overlays) }

  // MARK: Reading

  /// Per clipped feature in tile order: its tile.
  var tiles: Column<UInt64> { entries.tiles }

  /// Calls a closure with the overlay, the part and the geometry, as the tile holds it, of some clipped features, numbered
  /// in tile order.
  func forEach(
    _ range: Range<Int>, _ body: (_ overlay: Int, _ part: UInt8, _ geometry: UnsafeRawBufferPointer) throws -> Void
  ) rethrows {
    for entry in range {
      let clippedFeature = Int(entries.items[entry])
      try geometries.withGroup(ofRow: clippedFeature) { geometry, _ in
        try body(Int(overlays[clippedFeature]), parts[clippedFeature], geometry)
      }
    }
  }
}

/// A layer whose overlays are cut to tiles: shapes or circles.
protocol ClippedLayer: OverlayLayer {
  /// Opens the feature of a part of an overlay, and writes its tags.
  func begin(_ overlay: Int, part: UInt8, of cut: ClippedFeatures, into encoder: inout TileEncoder)
}

/// The overlays of a layer at one zoom, cut to tiles.
///
/// A class, since tiles are encoded through an existential, which copies a structure.
final class ClippedZoom<Layer: ClippedLayer>: ZoomOverlays {
  let counts: BundleManifest.ZoomCounts
  let cut: ClippedFeatures
  private let layer: Layer

  /// Wraps the features of a zoom, which are in tile order.
  init(_ layer: Layer, _ cut: ClippedFeatures, overlays: Int, points: Int) {
    (self.layer, self.cut) = (layer, cut)
    counts = BundleManifest.ZoomCounts(
      zoom: cut.itemCounts.zoom, overlays: overlays, points: points, hidden: cut.hiddenCount,
      entries: cut.count)
  }

  var itemCounts: BuildReport.ZoomCounts { cut.itemCounts }

  var tiles: Column<UInt64> { cut.tiles }

  func encode(entries: Range<Int>, tile: TileID, into encoder: inout TileEncoder) {
    cut.forEach(entries) { overlay, part, geometry in
      layer.begin(overlay, part: part, of: cut, into: &encoder)
      encoder.endFeature(geometry)
    }
  }
}
