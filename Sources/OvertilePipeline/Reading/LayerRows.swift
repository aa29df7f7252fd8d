import MapMath
import OvertileCore
import OvertileShapes

/// Accepted features of one layer in columns: the rows of its batches, one after the other; see `RowBatch`.
///
/// The builders move columns out as they go, so that each lives no longer than it is needed.
struct LayerRows: Sendable {
  /// Marks a feature without a usable id of its own.
  static let noID = UInt64.max
  /// Marks a row without a value in a column of value indices.
  static let noValue = UInt32.max

  /// Per row: the digest of the feature's identity.
  var keys: Column<UInt64> = []
  /// Per row: the digest of the feature's content.
  var contents: Column<UInt64> = []
  /// Per row: the feature's own id if it is a whole number in 0..<2^52, otherwise `noID`.
  var ownIDs = SparseColumn(usual: Self.noID)
  /// Per row: the index of any other id among `properties.values`, or `noValue`.
  var sourceIDs = SparseColumn(usual: Self.noValue)
  /// Per row: the source location of the feature.
  var locations = RowLocations()
  /// Per row: the properties for the tiles, entries in ascending order of their keys.
  var properties = LayerProperties()

  /// Per point: world grid units. Points of a row are successive.
  var pointX: Column<UInt32> = []
  /// Per point: world grid units.
  var pointY: Column<UInt32> = []
  /// Per point, in circle layers: the latitude in degrees, which beyond the edge of the map is not the grid's.
  var pointLatitudes: Column<Double> = []
  /// Per point: its row.
  var pointRows: Column<UInt32> = []

  /// Per shape: the geometry.
  var shapes = ShapeColumns()
  /// Per shape: its row.
  var shapeRows: Column<UInt32> = []

  /// Per row, in circle layers: the radii; see `RowBatch`.
  var radii: Column<Double> = []
  /// Per row, in cluster layers with a weight: the weight.
  var weights: Column<UInt64> = []
  /// Per column of `ExtraColumns`, per row: the value's index among `properties.values`, or `noValue`.
  var extras: [Column<UInt32>] = []

  /// Makes empty rows with some columns of extra values.
  init(extraColumns: Int = 0) {
    extras = Array(repeating: [], count: extraColumns)
  }

  /// No rows.
  static var none: LayerRows { LayerRows() }

  /// The number of rows.
  var count: Int { ownIDs.count }

  /// Adds the rows of a batch. O(its size).
  mutating func append(_ batch: RowBatch) {
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
