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

/// The items of a layer that no zoom shows: what the manifest, the archives and the cameras say of the layer leaves them out.
package struct NeverShown: Sendable {
  /// Their points or shapes among those of the rows.
  package let sources: Set<UInt32>
  /// The rows all of whose items no zoom shows, ascending.
  package let rows: [UInt32]

  /// Nothing: every item is shown at some zoom.
  package static let none = NeverShown([], rows: [], sources: [])

  /// Items that no zoom shows, ascending.
  ///
  /// - Parameters:
  ///   - rows: per item, its row; items of a row are successive.
  ///   - sources: per item, its point or shape.
  package init(_ items: [UInt32], rows: Column<UInt32>, sources: Column<UInt32>) {
    self.sources = Set(items.map { sources[Int($0)] })
    let hidden = Set(items)
    // Of a row with a shown item, some hidden item is beside a shown one.
    let partlyShown = items.filter { item in
      [Int(item) - 1, Int(item) + 1].contains {
        rows.indices.contains($0) && rows[$0] == rows[Int(item)] && !hidden.contains(UInt32($0))
      }
    }
    self.rows = Set(items.map { rows[Int($0)] }).subtracting(partlyShown.map { rows[Int($0)] }).sorted()
  }

  /// Whether a point or shape of the rows is shown at some zoom.
  func shows(source: UInt32) -> Bool { !sources.contains(source) }
}
