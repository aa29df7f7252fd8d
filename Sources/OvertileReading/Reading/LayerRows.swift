import MapMath
import OvertileCore
import OvertileShapes

/// Accepted features of one layer in columns: the rows of its batches, one after the other; see `RowBatch`.
///
/// The builders move columns out as they go, so that each lives no longer than it is needed.
@usableFromInline
package struct LayerRows: Sendable {
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
  var locations = RowLocations()
  /// Per row: the properties for the tiles, entries in ascending order of their keys.
  package var properties = LayerProperties()

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

  /// Per row, in circle layers: the radii; see `RowBatch`.
  package var radii: Column<Double> = []
  /// Per row, in cluster layers with a weight: the weight.
  package var weights: Column<UInt64> = []
  /// Per column of `ExtraColumns`, per row: the value's index among `properties.values`, or `noValue`.
  package var extras: [Column<UInt32>] = []

  /// Makes empty rows with some columns of extra values.
  package init(extraColumns: Int = 0) {
    extras = Array(repeating: [], count: extraColumns)
  }

  /// No rows.
  package static var none: LayerRows { LayerRows() }

  /// The number of rows.
  package var count: Int { ownIDs.count }

  /// Adds the rows of a batch. O(its size).
  package mutating func append(_ batch: RowBatch) {
    let firstRow = UInt32(count)
    let values = properties.append(batch.properties)
    let mapped = { (index: UInt32) in index == Self.noValue ? index : values[Int(index)] }
    locations.append(batch.locations, file: batch.file)
    keys += batch.keys
    contents += batch.contents
    ownIDs.append(batch.ownIDs)
    sourceIDs.append(batch.sourceIDs, mapped)
    pointX += batch.pointX
    pointY += batch.pointY
    pointLatitudes += batch.pointLatitudes
    pointRows.append(contentsOf: batch.pointRows.lazy.map { $0 + firstRow })
    shapes.append(batch.shapes)
    shapeRows.append(contentsOf: batch.shapeRows.lazy.map { $0 + firstRow })
    radii += batch.radii
    weights += batch.weights
    for column in extras.indices { extras[column].append(contentsOf: batch.extras[column].lazy.map(mapped)) }
  }
}
