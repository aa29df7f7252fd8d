import MapMath
import OvertileBundleFormat
import OvertileCore
import OvertileReading
import OvertileVectorTile

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
