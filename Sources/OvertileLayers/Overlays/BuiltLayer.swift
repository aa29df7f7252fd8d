import OvertileClustering
import OvertileReading
import OvertileShapes

/// A layer as its builder made it, with its ledger entries and warnings.
package struct BuiltLayer {
  /// The overlays.
  package var overlays: any OverlayLayer
  /// Rows whose own id is also another feature's.
  let duplicateRows: [UInt32]
  /// Rows that repeat others exactly, with their ids, geometries and properties; in canonical order.
  let repeats: [UInt32]
  /// Those of them that are left out, and the number of their points or shapes.
  let droppedRows: [UInt32]
  let droppedItems: Int
  /// Rows of shapes that cross each other so often that not all crossings of their simplification were looked for; ascending.
  var tangledRows: [UInt32] = []
  /// Borders that nearly match.
  var nearBorders: NearBorders?
  /// The rows of their shapes, ascending.
  var nearRows: [UInt32] = []
  /// The digest of the layer's features, whatever their order.
  let featureDigest: String
  /// Warnings for the user.
  package var diagnostics: [Diagnostic] = []

  /// The overlays of some items, which have these ids.
  init(_ overlays: any OverlayLayer, of items: CanonicalItems, _ identities: FeatureIdentities) {
    self.overlays = overlays
    duplicateRows = identities.duplicates.map { items.rows[$0] } + items.duplicateRows
    (repeats, droppedRows, droppedItems) = (items.repeats, items.droppedRows, items.droppedCount)
    featureDigest = items.digest
  }
}
