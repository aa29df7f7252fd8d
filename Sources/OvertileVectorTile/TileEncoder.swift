import MapMath
import OvertileFeatures

/// Writes vector tiles straight into protobuf bytes, feature by feature, keeping its memory from tile to tile.
///
/// The order of calls is `begin`, then per layer `beginLayer`, per feature `beginFeature`, `tag` any number of times
/// and `endFeature`, then `endLayer`, and `finish`. One encoder per worker.
///
/// Keys and values are stored once per layer, in first-use order. Values are the same when their type and their bytes
/// are: 1, 1.0 and "1" stay three values. Signed integers are written as int_value, unsigned ones as uint_value, other
/// numbers as double_value. Fields stand in ascending order, as protobuf's own encoders write them. Source: the vector
/// tile specification, version 2.1.
package struct TileEncoder: ~Copyable {
  /// What the open layer's pointers are, without a reference to count at each tag; `layer` keeps them alive.
  struct LayerTables {
    let keys: PackedFields
    let values: PackedFields
    let valueHashes: UnsafeMutablePointer<UInt64>
  }

  private(set) var layer: TileLayer?
  private(set) var tables: LayerTables?
  private var extent: UInt32 = 4096
  private var tile = ByteBuffer(capacity: 1 << 16)
  var features = ByteBuffer(capacity: 1 << 16)
  var keyTable = KeyTable()
  var tagTable = TagTable()
  /// The long values that were left out since `countLongValues`; nil where they are written.
  var longValues: LongValues?
  // A computed value on its way into the table.
  var computed = ByteBuffer(capacity: 256)
  // Positions in `features`: where the open feature starts, and its open tags.
  var featureStart = 0
  var tagsStart = 0

  /// Makes an encoder.
  package init() {}

  /// Starts a tile, whose side is `extent` units, above 0.
  package mutating func begin(extent: UInt32 = 4096) {
    self.extent = extent
    tile.rewind(to: 0)
  }

  /// Starts a layer. At most once per layer and tile: names are unique in a tile.
  package mutating func beginLayer(_ layer: TileLayer) {
    self.layer = layer
    tables = LayerTables(keys: layer.keys, values: layer.values, valueHashes: layer.valueHashes)
    features.rewind(to: 0)
    keyTable.reset(sourceCount: layer.keys.count)
    tagTable.reset()
    longValues?.layer.removeAll(keepingCapacity: true)
  }

  /// Ends the layer. A layer without features is not written.
  package mutating func endLayer() {
    guard features.count > 0, let layer else { return }
    let name = layer.name[0]
    let length =
      name.count + features.count + keyTable.encoded.count + tagTable.encoded.count
      + 1 + Varint.size(UInt64(extent)) + 2
    tile.reserve(length + 11)
    tile.append(TileField.layers)
    tile.append(varint: UInt64(length))
    tile.append(contentsOf: name)
    tile.append(contentsOf: features.bytes)
    tile.append(contentsOf: keyTable.encoded.bytes)
    tile.append(contentsOf: tagTable.encoded.bytes)
    tile.append(LayerField.extent)
    tile.append(varint: UInt64(extent))
    tile.append(LayerField.version)
    tile.append(2)
  }

  /// The bytes of the layers that ended so far.
  package var byteCount: Int { tile.count }

  /// Ends the tile: calls a closure with its bytes, which are valid during the call only. No layers, no bytes.
  package mutating func finish<R>(_ body: (UnsafeRawBufferPointer) throws -> R) rethrows -> R {
    try body(tile.bytes)
  }

  /// Ends the tile and copies its bytes. No layers, no bytes.
  package mutating func finish() -> [UInt8] {
    finish { Array($0) }
  }
}
