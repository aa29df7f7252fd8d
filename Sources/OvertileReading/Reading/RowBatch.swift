import MapMath
import OvertileCore
import OvertileShapes

/// Accepted features of one slice in one layer, in columns: one row a feature, and one or more points or shapes a row.
///
/// Everything that a tile needs is here; the source is not read again.
package struct RowBatch: Sendable {
  /// Per row: the digest of the feature's identity.
  var keys: [UInt64] = []
  /// Per row: the digest of the feature's content.
  var contents: [UInt64] = []
  /// Per row: the feature's own id if it is a whole number in 0..<2^52, otherwise `LayerRows.noID`.
  var ownIDs = SparseColumn(usual: LayerRows.noID)
  /// Per row: the index of any other id among `properties.values`, or `LayerRows.noValue`.
  var sourceIDs = SparseColumn(usual: LayerRows.noValue)
  /// Per row: the source location of the feature.
  var locations: [InputLocation] = []
  /// The index of the file among the source's.
  var file: UInt32 = 0
  /// Per row: the properties for the tiles, entries in ascending order of their keys.
  var properties = PropertyColumns()

  /// Per point: world grid units. Points of a row are successive.
  var pointX: [UInt32] = []
  /// Per point: world grid units.
  var pointY: [UInt32] = []
  /// Per point, in circle layers: the latitude in degrees, which beyond the edge of the map is not the grid's.
  var pointLatitudes: [Double] = []
  /// Per point: its row.
  var pointRows: [UInt32] = []

  /// Per shape: the geometry.
  var shapes = ShapeColumns()
  /// Per shape: its row.
  var shapeRows: [UInt32] = []

  /// Per row, in circle layers: the radius in meters, or pixels in a layer of pixel circles; if the radius depends on
  /// the zoom, one per zoom of the layer.
  var radii: [Double] = []
  /// Per row, in cluster layers with a weight: the weight.
  var weights: [UInt64] = []
  /// Per column of `ExtraColumns`, per row: the value's index among `properties.values`, or `LayerRows.noValue`.
  package var extras: [[UInt32]] = []

  /// Makes empty rows with some columns of extra values.
  init(extraColumns: Int) {
    extras = Array(repeating: [], count: extraColumns)
  }

  /// The number of rows.
  package var count: Int { keys.count }
  /// The number of points, or of shapes in shape layers.
  var itemCount: Int { pointX.count + shapes.count }
}
