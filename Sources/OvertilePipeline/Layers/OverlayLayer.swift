import Foundation
import MapMath
import OvertileBundleFormat
import OvertileConfiguration
import OvertileCore
import OvertileShapes
import OvertileVectorTile

/// The overlays of one layer, over all zooms: the interface that tiling uses for all three kinds.
protocol OverlayLayer: Sendable {
  /// The layer's name.
  var name: String { get }
  /// The zooms that have tiles.
  var zooms: ClosedRange<Int> { get }
  /// The keys and values that `ZoomOverlays.encode` refers to.
  var properties: LayerProperties { get }
  /// The layer's entry in the manifest, except the parts that depend on a zoom.
  var manifest: BundleManifest.Layer { get }

  /// The items that no zoom shows; `manifest` leaves them out.
  var neverShown: NeverShown { get }
  /// The commonest geometry of its features, as tilestats names it: Point, LineString or Polygon.
  var commonestGeometry: String { get }
  /// The clusters, if the layer has them.
  var clusters: ClusterOverlays? { get }

  /// The first of its zooms after which it shows nothing new, by the item counts of each zoom; nil if there is none.
  /// See `CompleteZoom`.
  func completeZoom(_ itemCounts: [BuildReport.ZoomCounts]) throws -> Int?

  /// Whether one thread makes the overlays of a zoom. Those made on all threads of the pool are never requested on one of them,
  /// which would wait for tasks behind its own.
  var makesOverlaysOnOneThread: Bool { get }

  /// The overlays of one zoom, distributed over tiles.
  func overlays(atZoom zoom: Int) throws -> any ZoomOverlays

  /// Writes the members of its clusters into a file; false without clusters, which writes none.
  func writeMembers(withProperties: Bool, to url: URL) throws -> Bool
}

extension OverlayLayer {
  var commonestGeometry: String { "Point" }
  var neverShown: NeverShown { .none }
  var clusters: ClusterOverlays? { nil }
  var makesOverlaysOnOneThread: Bool { false }
  func writeMembers(withProperties: Bool, to url: URL) throws -> Bool { false }
}

/// A layer as its builder made it, with its ledger entries and warnings.
struct BuiltLayer {
  /// The overlays.
  var overlays: any OverlayLayer
  /// Rows whose own id is also another feature's.
  var duplicateRows: [UInt32]
  /// Rows of polygons that simplification made invalid at some zoom, so that they were repaired; ascending.
  var mendedRows: [UInt32] = []
  /// Rows of shapes that cross each other so often that not all crossings of their simplification were looked for; ascending.
  var tangledRows: [UInt32] = []
  /// Borders that nearly match, and the rows of their shapes, ascending.
  var nearBorders: (borders: NearBorders, rows: [UInt32])?
  /// Rows that repeat others exactly.
  var repeats: Repeats
  /// The digest of the layer's features, whatever their order.
  var featureDigest: String
  /// Warnings for the user.
  var warnings: [String] = []
  /// The warnings that have a code.
  var diagnostics: [Diagnostic] = []

  /// Rows that repeat others exactly, with their ids, geometries and properties.
  struct Repeats {
    /// The rows, in canonical order.
    let rows: [UInt32]
    /// Whether they are left out.
    let areDropped: Bool
    /// The number of points or shapes that are left out.
    let droppedItems: Int

    /// Those among the items of a layer.
    init(_ items: CanonicalItems, _ layer: LayerConfiguration) {
      (rows, droppedItems) = (items.repeats, items.droppedCount)
      areDropped = layer.duplicates == .drop
    }

    /// The rows that are left out.
    var droppedRows: [UInt32] { areDropped ? rows : [] }
  }
}

/// The overlays of one layer at one zoom.
protocol ZoomOverlays: Sendable {
  /// Per entry, which is an overlay in a tile: the tile; ascending.
  var tiles: Column<UInt64> { get }
  /// The manifest's entry for this zoom.
  var counts: BundleManifest.ZoomCounts { get }
  /// The numbers of the layer's items at this zoom by how they are shown, each counted once.
  var itemCounts: BuildReport.ZoomCounts { get }

  /// Writes entries, all of one tile, as features of the encoder's current layer.
  func encode(entries: Range<Int>, tile: TileID, into encoder: inout TileEncoder) throws
}

/// The grid of the tiles that are made.
struct TileGrid: Sendable, Hashable {
  /// Units along a side.
  var extent: Int
  /// Units beyond each side.
  var buffer: Int

  /// World grid units per tile unit at a zoom.
  func worldUnits(zoom: Int) -> Double {
    Double(WorldGrid.tileSide(zoom: zoom)) / Double(extent)
  }
}
