import MapMath
import OvertileBundleFormat
import OvertileFeatures
import OvertileVectorTile

/// The overlays of one layer, over all zooms. What the three kinds have in common, and all that tiling knows of them.
protocol OverlayLayer: Sendable {
  /// The layer's name.
  var name: String { get }
  /// The zooms that have tiles.
  var zooms: ClosedRange<Int> { get }
  /// The keys and values that `ZoomOverlays.encode` refers to.
  var properties: LayerProperties { get }
  /// The layer's entry in the manifest, except what depends on a zoom.
  var manifest: BundleManifest.Layer { get }

  /// The commonest geometry of its features, in the words of tilestats: Point, LineString or Polygon.
  var commonestGeometry: String { get }
  /// The bytes of the longest text that is made while a tile is encoded, at the most.
  var mostTextBytes: Int { get }
  /// The clusters, of a layer that has them.
  var clusters: ClusterOverlays? { get }

  /// The first of its zooms after which it shows nothing more, given what each zoom shows; nil when there is none. See
  /// `CompleteZoom`.
  func completeZoom(_ itemCounts: [BuildReport.ZoomCounts]) throws -> Int?

  /// The overlays of one zoom, distributed over tiles.
  func overlays(atZoom zoom: Int) throws -> any ZoomOverlays
}

extension OverlayLayer {
  var commonestGeometry: String { "Point" }
  var mostTextBytes: Int { 0 }
  var clusters: ClusterOverlays? { nil }
}

/// A layer as its builder made it, and what the ledger should know.
struct BuiltLayer {
  /// The overlays.
  var overlays: any OverlayLayer
  /// Rows whose own id another feature has too.
  var duplicateRows: [UInt32]
  /// The digest of the layer's features, whatever their order.
  var featureDigest: String
  /// What a person should know.
  var warnings: [String] = []
  /// The warnings that have a code.
  var diagnostics: [Diagnostic] = []
}

/// The overlays of one layer at one zoom.
protocol ZoomOverlays: Sendable {
  /// Per entry, which is an overlay in a tile: the tile, ascending.
  var tiles: TileColumn { get }
  /// What the manifest says of this zoom.
  var counts: BundleManifest.ZoomCounts { get }
  /// What became of the layer's items at this zoom, each number counted by itself.
  var itemCounts: BuildReport.ZoomCounts { get }
  /// The rows of overlays that are not shown at this zoom.
  var hiddenRows: [UInt32] { get }

  /// Writes entries, all of one tile, as features of the encoder's current layer.
  func encode(entries: Range<Int>, tile: TileID, into encoder: inout TileEncoder) throws
}

/// The grid of the tiles that are made.
struct TileGrid: Sendable, Hashable {
  /// Units along a side.
  var extent: Int
  /// Units beyond each side.
  var buffer: Int

  /// World grid units to one tile unit at a zoom.
  func worldUnits(zoom: Int) -> Double {
    Double(WorldGrid.tileSide(zoom: zoom)) / Double(extent)
  }
}
