import MapMath
import OvertileBundleFormat
import OvertileConfiguration
import OvertileCore
import OvertileReading
import OvertileShapes
import OvertileVectorTile

/// The overlays of one layer, over all zooms: the interface that tiling uses for all three kinds.
package protocol OverlayLayer: Sendable {
  /// The keys and values that `ZoomOverlays.encode` refers to.
  var properties: LayerProperties { get }
  /// The layer's entry in the manifest, except the parts that depend on a zoom.
  var manifest: BundleManifest.Layer { get }

  /// The items that no zoom shows; `manifest` leaves them out.
  var neverShown: NeverShown { get }
  /// The commonest geometry of its features, as tilestats names it: Point, LineString or Polygon.
  var commonestGeometry: String { get }

  /// The first of its zooms after which it shows nothing new, by the item counts of each zoom; nil if there is none.
  /// See `CompleteZoom`.
  func completeZoom(_ itemCounts: [BuildReport.ZoomCounts]) -> Int?

  /// Whether one thread makes the overlays of a zoom. Those made on all threads of the pool are never requested on one of them,
  /// which would wait for tasks behind its own.
  var makesOverlaysOnOneThread: Bool { get }

  /// The overlays of one zoom, distributed over tiles.
  func overlays(atZoom zoom: Int) throws -> any ZoomOverlays
}

extension OverlayLayer {
  /// The layer's name.
  package var name: String { manifest.id }
  /// The zooms that have tiles.
  package var zooms: ClosedRange<Int> { manifest.minzoom...manifest.maxzoom }

  package var commonestGeometry: String { "Point" }
  package var neverShown: NeverShown { .none }
  package var makesOverlaysOnOneThread: Bool { false }
}

/// The overlays of one layer at one zoom.
package protocol ZoomOverlays: Sendable {
  /// Per entry, which is an overlay in a tile: the tile; ascending.
  var tiles: Column<UInt64> { get }
  /// The manifest's entry for this zoom.
  var counts: BundleManifest.ZoomCounts { get }
  /// The numbers of the layer's items at this zoom by how they are shown, each counted once.
  var itemCounts: BuildReport.ZoomCounts { get }

  /// Writes entries, all of one tile, as features of the encoder's current layer.
  func encode(entries: Range<Int>, tile: TileID, into encoder: inout TileEncoder)
}

extension TileGrid {
  /// The way to cut features to the tiles of a zoom.
  func cut(zoom: Int) -> TileCut { TileCut(zoom: zoom, extent: extent, buffer: buffer) }

  /// World grid units per tile unit at a zoom.
  func worldUnits(zoom: Int) -> Double {
    Double(WorldGrid.tileSide(zoom: zoom)) / Double(extent)
  }
}
