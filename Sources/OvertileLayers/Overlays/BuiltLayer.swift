import OvertileConfiguration
import OvertileReading
import OvertileShapes

/// A layer as its builder made it, with its ledger entries and warnings.
package struct BuiltLayer {
  /// The overlays.
  package var overlays: any OverlayLayer
  /// Rows whose own id is also another feature's.
  var duplicateRows: [UInt32]
  /// Rows of shapes that cross each other so often that not all crossings of their simplification were looked for; ascending.
  var tangledRows: [UInt32] = []
  /// Borders that nearly match.
  var nearBorders: NearBorderRows?
  /// Rows that repeat others exactly.
  var repeats: Repeats
  /// The digest of the layer's features, whatever their order.
  var featureDigest: String
  /// Warnings for the user.
  package var warnings: [String] = []
  /// The warnings that have a code.
  package var diagnostics: [Diagnostic] = []

  /// Borders that nearly match, and the rows of their shapes, ascending.
  typealias NearBorderRows = (borders: NearBorders, rows: [UInt32])

  /// Rows that repeat others exactly, with their ids, geometries and properties.
  package struct Repeats {
    /// The rows, in canonical order.
    package let rows: [UInt32]
    /// Whether they are left out.
    let areDropped: Bool
    /// The number of points or shapes that are left out.
    let droppedItems: Int

    /// Those among the items of a layer.
    package init(_ items: CanonicalItems, _ layer: LayerConfiguration) {
      (rows, droppedItems) = (items.repeats, items.droppedCount)
      areDropped = layer.duplicates == .drop
    }

    /// The rows that are left out.
    var droppedRows: [UInt32] { areDropped ? rows : [] }
  }
}
