import MapMath
import OvertileCore

/// Encodes vector tiles directly to protobuf bytes, feature by feature. It keeps its memory from tile to tile.
///
/// For each tile, call `begin`, then `beginLayer` and `endLayer` for each layer, then `finish`. Within a layer, call
/// `beginFeature`, `tag` any number of times, and `endFeature` for each feature. Each worker needs its own encoder.
///
/// Keys and values are stored once per layer, in first-use order. Values are equal if their types and their bytes are:
/// 1, 1.0 and "1" remain three values. Signed integers are written as int_value, unsigned ones as uint_value, other
/// numbers as double_value. Fields are written in ascending order, as by protobuf's own encoders. Source: the vector
/// tile specification, version 2.1.
package struct TileEncoder: ~Copyable {
  /// The open layer's tables as pointers, without reference counting at each tag. `layer` keeps them alive.
  struct LayerTables {
    let keys: PackedFields
    let values: PackedFields
    let valueHashes: UnsafeBufferPointer<UInt64>
  }

  private(set) var layer: TileLayer?
  private(set) var tables: LayerTables?
  private var extent: UInt32 = 4096
  private var tile = ByteBuffer(capacity: 1 << 16)
  var features = ByteBuffer(capacity: 1 << 16)
  var keyTable = KeyTable()
  var tagTable = TagTable()
  // The buffer for encoding a computed value.
  var computed = ByteBuffer(capacity: 256)
  // Positions in `features`: the start of the open feature, and the start of its tags.
  var featureStart = 0
  var tagsStart = 0

  /// Makes an encoder.
  package init() {}

  /// Starts a tile. Its side is `extent` units, above 0.
  package mutating func begin(extent: UInt32 = 4096) {
    self.extent = extent
    tile.rewind(to: 0)
  }

  /// Starts a layer. Start it at most once per tile, because names are unique in a tile.
  package mutating func beginLayer(_ layer: TileLayer) {
    self.layer = layer
    tables = LayerTables(keys: layer.keys, values: layer.values, valueHashes: layer.valueHashes)
    features.rewind(to: 0)
    keyTable.reset(sourceCount: layer.keys.count)
    tagTable.reset()
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

  /// The number of bytes of the layers that ended so far.
  package var byteCount: Int { tile.count }

  /// Ends the tile and calls a closure with its bytes, which are valid only during the call. A tile without layers has
  /// none.
  package mutating func finish<R>(_ body: (UnsafeRawBufferPointer) throws -> R) rethrows -> R {
    try body(tile.bytes)
  }

  /// Ends the tile and copies its bytes. A tile without layers has none.
  package mutating func finish() -> [UInt8] {
    finish { Array($0) }
  }
}
