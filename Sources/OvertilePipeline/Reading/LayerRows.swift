import MapMath
import OvertileFeatures
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
  var keys: [UInt64] = []
  /// Per row: the digest of the feature's content.
  var contents: [UInt64] = []
  /// Per row: the feature's own id if it is a whole number in 0..<2^52, otherwise `noID`.
  var ownIDs = SparseColumn(usual: Self.noID)
  /// Per row: the index of any other id among `properties.values`, or `noValue`.
  var sourceIDs = SparseColumn(usual: Self.noValue)
  /// Per row: the source location of the feature.
  var locations: RowLocations
  /// Per row: the properties for the tiles, entries in ascending order of their keys.
  var properties: LayerProperties

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

  /// Per row, in circle layers: the radii; see `RowBatch`.
  var radii: [Double] = []
  /// Per row, in cluster layers with a weight: the weight.
  var weights: [UInt64] = []
  /// Per column of `ExtraColumns`, per row: the value's index among `properties.values`, or `noValue`.
  var extras: [[UInt32]] = []
  private var vertexCount = 0

  /// Makes empty rows with some columns of extra values; columns that are not always needed go into files under a
  /// bound.
  init(extraColumns: Int, spilling memory: MemoryWatch = MemoryWatch(nil)) throws {
    locations = RowLocations(file: try memory.spool())
    // Where large arrays are in files, reading a row needs no call of the system.
    let file = memory.spillsBlocks ? nil : try memory.spool()
    properties = LayerProperties(file: file, longValues: try memory.valueSpool())
    extras = Array(repeating: [], count: extraColumns)
  }

  /// No rows.
  static var none: LayerRows { LayerRows() }

  private init() {
    locations = RowLocations()
    properties = LayerProperties()
  }

  /// The number of rows.
  var count: Int { ownIDs.count }

  /// Adds the rows of a batch. O(its size).
  mutating func append(_ batch: RowBatch) throws {
    let firstRow = UInt32(count)
    let values = try properties.append(batch.properties)
    let mapped = { (index: UInt32) in index == Self.noValue ? index : values[Int(index)] }
    try locations.append(batch.locations, file: batch.file)
    keys += batch.keys
    contents += batch.contents
    ownIDs.append(batch.ownIDs)
    sourceIDs.append(batch.sourceIDs, mapped)
    pointX += batch.pointX
    pointY += batch.pointY
    pointLatitudes += batch.pointLatitudes
    pointRows.append(contentsOf: batch.pointRows.lazy.map { $0 + firstRow })
    shapes.append(batch.shapes)
    vertexCount += batch.shapes.positionCount
    shapeRows.append(contentsOf: batch.shapeRows.lazy.map { $0 + firstRow })
    radii += batch.radii
    weights += batch.weights
    for column in extras.indices { extras[column].append(contentsOf: batch.extras[column].lazy.map(mapped)) }
  }

  /// The load of the rows, in the numbers that determine memory.
  var load: MemoryLoad {
    var load = MemoryLoad()
    let isOfCircles = !pointLatitudes.isEmpty
    load.points = isOfCircles ? 0 : pointRows.count
    load.circles = isOfCircles ? max(radii.count, pointRows.count) : 0
    load.extras = extras.count * pointRows.count
    (load.shapes, load.vertices) = (shapeRows.count, vertexCount)
    (load.values, load.valueBytes) = (properties.values.count, properties.values.payloadByteCount)
    return load
  }

  /// Ends adding batches.
  mutating func finish() throws {
    try locations.finish()
    try properties.finish()
  }
}
