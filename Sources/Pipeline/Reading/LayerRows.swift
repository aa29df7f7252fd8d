import Features
import MapMath

/// Accepted features of one layer in columns: one row a feature, and one or more points or shapes a row.
///
/// First the rows of a batch, then, appended, those of the whole layer. Everything that a tile needs is here; the source
/// is not read again.
struct LayerRows: Sendable {
  /// Says that a feature has no usable id of its own.
  static let noID = UInt64.max
  /// Says that a row has no value in a column of value indices.
  static let noValue = UInt32.max

  /// Per row: the digest of the feature's identity.
  var keys: [UInt64] = []
  /// Per row: the digest of the feature's content.
  var contents: [UInt64] = []
  /// Per row: the feature's own id where it is a whole number in 0..<2^52, or `noID`.
  var ownIDs: [UInt64] = []
  /// Per row: the index of the feature's id among `properties.values`, or `noValue`.
  var sourceIDs: [UInt32] = []
  /// Per row: where the feature stands.
  var places: [SourcePlace] = []
  /// Per row: the index of its file among the source's.
  var files: [UInt32] = []
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
  var shapes: [WorldGeometry] = []
  /// Per shape: its row.
  var shapeRows: [UInt32] = []

  /// Per row, in circle layers: the radius in metres, or pixels in a layer of pixel circles; where the radius looks at the
  /// zoom, one per zoom of the layer.
  var radii: [Double] = []
  /// Per row, in cluster layers with a weight: the weight.
  var weights: [UInt64] = []
  /// Per column of `ExtraColumns`, per row: the value's index among `properties.values`, or `noValue`.
  var extras: [[UInt32]] = []

  /// Makes empty rows with some columns of extra values.
  init(extraColumns: Int) {
    extras = Array(repeating: [], count: extraColumns)
  }

  /// The number of rows.
  var count: Int { keys.count }

  /// Adds the rows of a batch. O(its size).
  mutating func append(_ batch: LayerRows) {
    let firstRow = UInt32(count)
    let values = properties.values.merge(batch.properties.values)
    let keyMap = properties.keys.merge(batch.properties.keys)
    let firstEntry = UInt32(properties.keyIndices.count)
    keys += batch.keys
    contents += batch.contents
    ownIDs += batch.ownIDs
    sourceIDs.append(contentsOf: batch.sourceIDs.lazy.map { Self.mapped($0, values) })
    places += batch.places
    files += batch.files
    properties.keyIndices.append(contentsOf: batch.properties.keyIndices.lazy.map { keyMap[Int($0)] })
    properties.valueIndices.append(contentsOf: batch.properties.valueIndices.lazy.map { values[Int($0)] })
    properties.rowEnds.append(contentsOf: batch.properties.rowEnds.lazy.map { $0 + firstEntry })
    pointX += batch.pointX
    pointY += batch.pointY
    pointLatitudes += batch.pointLatitudes
    pointRows.append(contentsOf: batch.pointRows.lazy.map { $0 + firstRow })
    shapes += batch.shapes
    shapeRows.append(contentsOf: batch.shapeRows.lazy.map { $0 + firstRow })
    radii += batch.radii
    weights += batch.weights
    for column in extras.indices {
      extras[column].append(contentsOf: batch.extras[column].lazy.map { Self.mapped($0, values) })
    }
  }

  private static func mapped(_ index: UInt32, _ map: [UInt32]) -> UInt32 {
    index == noValue ? noValue : map[Int(index)]
  }
}
