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

/// Accepted features of one slice in one layer.
package typealias RowBatch = RowColumns<[InputLocation], PropertyColumns>

extension RowBatch {
  /// Makes an empty batch.
  init(extraColumns: Int) {
    self.init(locations: [], properties: PropertyColumns(), extraColumns: extraColumns)
  }

  /// Makes an empty batch of rows with some keys, whose values are those of a batch that was read, and further ones.
  init(of batch: ReadBatch, keys: ValueTable, extraColumns: Int) {
    self.init(extraColumns: extraColumns)
    file = batch.file
    (properties.keys, properties.values) = (keys, batch.read.properties.values)
  }

  /// Per value of the table: whether a row has it.
  var areUsed: [Bool] {
    var areUsed = [Bool](repeating: false, count: properties.values.count)
    for value in properties.valueIndices { areUsed[Int(value)] = true }
    for column in [sourceIDs.values] + extras {
      for value in column where value != Self.noValue { areUsed[Int(value)] = true }
    }
    return areUsed
  }

  /// The index of a value that is not a property, such as an id, or `noValue` for null.
  mutating func intern(_ value: PropertyValue) -> UInt32 {
    value == .null ? Self.noValue : properties.values.intern(value)
  }

  /// Adds the identity and the source location of a feature: the columns that all rows have.
  mutating func append(identityOf feature: Int, in batch: ReadBatch) {
    keys.append(batch.identity.keys[feature])
    contents.append(batch.identity.contents[feature])
    locations.append(batch.read.locations[feature])
    let id = batch.identity.ids[feature]
    if case .int(let number) = id, let own = UInt64(exactly: number), OverlayIDs.ofSources.contains(own) {
      ownIDs.append(own)
      sourceIDs.append(Self.noValue)
    } else {
      ownIDs.append(Self.noID)
      sourceIDs.append(intern(id))
    }
  }

  /// Adds a point of a row.
  @inline(__always)
  mutating func append(_ point: WorldPoint, of row: UInt32) {
    pointX.append(point.x)
    pointY.append(point.y)
    pointRows.append(row)
  }
}

/// Accepted features of one layer: the rows of its batches, one after the other.
///
/// The builders move columns out as they go, so that each lives no longer than it is needed.
@usableFromInline
package typealias LayerRows = RowColumns<RowLocations, LayerProperties>

extension LayerRows {
  /// Makes empty rows with some columns of extra values.
  package init(extraColumns: Int = 0) {
    self.init(locations: RowLocations(), properties: LayerProperties(), extraColumns: extraColumns)
  }

  /// No rows.
  package static var none: LayerRows { LayerRows() }

  /// Adds the rows of a batch. O(its size).
  package mutating func append(_ batch: RowBatch) {
    let firstRow = UInt32(count)
    let values = properties.append(batch.properties, where: batch.areUsed)
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
