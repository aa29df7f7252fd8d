import MapMath
import OvertileCore
import OvertileShapes

/// Accepted features of one layer in columns: one row a feature, and one or more points or shapes a row.
///
/// Everything that a tile needs is here; the source is not read again. A slice's rows are a `RowBatch`, all rows of a layer are
/// `LayerRows`, which pack the locations and properties.
@usableFromInline
package struct RowColumns<Locations: Sendable, Properties: Sendable>: Sendable {
  /// Marks a feature without a usable id of its own.
  @inlinable package static var noID: UInt64 { .max }
  /// Marks a row without a value in a column of value indices.
  @inlinable package static var noValue: UInt32 { .max }

  /// Per row: the digest of the feature's identity.
  package var keys: Column<UInt64> = []
  /// Per row: the digest of the feature's content.
  package var contents: Column<UInt64> = []
  /// Per row: the feature's own id if it is a whole number in 0..<2^52, otherwise `noID`.
  package var ownIDs = SparseColumn(usual: Self.noID)
  /// Per row: the index of any other id among `properties.values`, or `noValue`.
  package var sourceIDs = SparseColumn(usual: Self.noValue)
  /// Per row: the source location of the feature.
  var locations: Locations
  /// The index of a batch's file among the source's.
  var file: UInt32 = 0
  /// Per row: the properties for the tiles, entries in ascending order of their keys.
  package var properties: Properties

  /// Per point: world grid units. Points of a row are successive.
  package var pointX: Column<UInt32> = []
  /// Per point: world grid units.
  package var pointY: Column<UInt32> = []
  /// Per point, in circle layers: the latitude in degrees, which beyond the edge of the map is not the grid's.
  package var pointLatitudes: Column<Double> = []
  /// Per point: its row.
  package var pointRows: Column<UInt32> = []

  /// Per shape: the geometry.
  package var shapes = ShapeColumns()
  /// Per shape: its row.
  package var shapeRows: Column<UInt32> = []

  /// Per row, in circle layers: the radius in meters, or pixels in a layer of pixel circles; if the radius depends on
  /// the zoom, one per zoom of the layer.
  package var radii: Column<Double> = []
  /// Per row, in cluster layers with a weight: the weight.
  package var weights: Column<UInt64> = []
  /// Per column of `ExtraColumns`, per row: the value's index among `properties.values`, or `noValue`.
  package var extras: [Column<UInt32>]

  /// Makes empty rows with some columns of extra values.
  init(locations: Locations, properties: Properties, extraColumns: Int) {
    (self.locations, self.properties) = (locations, properties)
    extras = Array(repeating: [], count: extraColumns)
  }

  /// The number of rows.
  package var count: Int { ownIDs.count }
}
