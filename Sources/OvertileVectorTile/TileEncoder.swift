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

extension TileEncoder {
  /// Starts a feature. By convention, an id is unique in its layer, but no rule requires it.
  @inline(__always)
  package mutating func beginFeature(id: UInt64? = nil) {
    features.reserve(32)
    featureStart = features.count
    features.append(LayerField.features)
    features.append(0)
    if let id {
      features.append(FeatureField.id)
      features.append(varint: id)
    }
    features.append(FeatureField.tags)
    features.append(0)
    tagsStart = features.count
  }

  /// Ends a feature that is one point, in tile units from the north-western corner.
  @inline(__always)
  package mutating func endFeature(x: Int32, y: Int32) {
    closeTags()
    features.reserve(32)
    features.append(FeatureField.type)
    features.append(TileGeometry.Kind.points.rawValue)
    features.append(FeatureField.geometry)
    let gap = features.count
    features.append(0)
    features.append(varint: GeometryCommand.integer(GeometryCommand.moveTo, count: 1))
    features.append(varint: GeometryCommand.parameter(x))
    features.append(varint: GeometryCommand.parameter(y))
    features.closeLength(at: gap)
    features.closeLength(at: featureStart + 1)
  }

  /// Ends a feature with a geometry that `TileGeometry.encode` made.
  ///
  /// A feature of which nothing is left is not written, and the result is false. The layer may then contain keys and
  /// values that no feature uses.
  @discardableResult
  package mutating func endFeature(_ geometry: UnsafeRawBufferPointer) -> Bool {
    closeTags()
    guard geometry.count > 1 else {
      features.rewind(to: featureStart)
      return false
    }
    features.reserve(2)
    features.append(FeatureField.type)
    features.append(geometry[0])
    features.append(FeatureField.geometry, UnsafeRawBufferPointer(rebasing: geometry.dropFirst()))
    features.closeLength(at: featureStart + 1)
    return true
  }

  @inline(__always)
  private mutating func closeTags() {
    if features.count == tagsStart {
      features.rewind(to: tagsStart - 2)
    } else {
      features.closeLength(at: tagsStart - 1)
    }
  }
}

// The caller ensures that a key occurs at most once in a feature. All tags come before the end of the feature.
extension TileEncoder {
  /// Adds a property by the indices of its key and value in the layer's tables.
  ///
  /// Null is left out. JSON is written as its text.
  @inline(__always)
  package mutating func tag(key: UInt32, value: UInt32) {
    guard let tables else { return }
    let field = tables.values[value]
    guard !field.isEmpty else { return }
    let index = tagTable.index(hash: tables.valueHashes[Int(value)], source: value, field)
    appendTag(tables, key, index)
  }

  /// Adds a computed signed integer under a key of the layer's table.
  package mutating func tag(key: UInt32, int value: Int64) {
    tag(key: key, .int, bits: UInt64(bitPattern: value))
  }

  /// Adds a computed unsigned integer under a key of the layer's table.
  package mutating func tag(key: UInt32, uint value: UInt64) {
    tag(key: key, .uint, bits: value)
  }

  /// Adds a computed number under a key of the layer's table.
  package mutating func tag(key: UInt32, double value: Double) {
    tag(key: key, .double, bits: value.bitPattern)
  }

  /// Adds a computed boolean under a key of the layer's table.
  package mutating func tag(key: UInt32, bool value: Bool) {
    withUnsafeBytes(of: UInt8(value ? 1 : 0)) { tag(key: key, .bool, $0) }
  }

  /// Adds a computed text, as UTF-8, under a key of the layer's table.
  package mutating func tag(key: UInt32, utf8 text: UnsafeRawBufferPointer) {
    tag(key: key, .string, text)
  }

  /// Adds a computed text under a key of the layer's table.
  package mutating func tag(key: UInt32, string text: String) {
    var copy = text
    copy.withUTF8 { tag(key: key, .string, UnsafeRawBufferPointer($0)) }
  }

  private mutating func tag(key: UInt32, _ kind: PropertyKind, bits: UInt64) {
    withUnsafeBytes(of: bits.littleEndian) { tag(key: key, kind, $0) }
  }

  private mutating func tag(key: UInt32, _ kind: PropertyKind, _ payload: UnsafeRawBufferPointer) {
    guard let tables else { return }
    computed.rewind(to: 0)
    computed.append(value: kind, payload)
    let index = tagTable.index(hash: TileLayer.hash(kind, payload), source: TagTable.noSource, computed.bytes)
    appendTag(tables, key, index)
  }

  @inline(__always)
  private mutating func appendTag(_ tables: LayerTables, _ key: UInt32, _ value: UInt32) {
    features.reserve(16)
    let key = keyTable.index(key, in: tables.keys)
    if key | UInt64(value) < 0x80 {
      features.append(UInt8(truncatingIfNeeded: key))
      features.append(UInt8(truncatingIfNeeded: value))
    } else {
      features.append(varint: key)
      features.append(varint: UInt64(value))
    }
  }
}

extension TileGeometry {
  /// Adds this geometry as a tile holds it: a byte for its kind, then its commands; see `TileEncoder.endFeature`.
  ///
  /// Coordinates must be within +-2^30. Lines of fewer than 2 positions and rings of fewer than 3 are left out. Each part
  /// begins where the one before ends: ClosePath does not move the cursor. O(positions).
  package func encode(to bytes: inout Column<UInt8>) {
    bytes.append(kind.rawValue)
    var (cursorX, cursorY): (Int32, Int32) = (0, 0)
    for index in partEnds.indices {
      let part = positions(ofPart: index)
      guard part.count >= Int(kind.rawValue) else { continue }
      let moves = kind == .points ? part.count : 1
      Varint.append(GeometryCommand.integer(GeometryCommand.moveTo, count: moves), to: &bytes)
      for position in part {
        if position == part.lowerBound + moves {
          Varint.append(GeometryCommand.integer(GeometryCommand.lineTo, count: part.count - 1), to: &bytes)
        }
        Varint.append(GeometryCommand.parameter(x[position] &- cursorX), to: &bytes)
        Varint.append(GeometryCommand.parameter(y[position] &- cursorY), to: &bytes)
        (cursorX, cursorY) = (x[position], y[position])
      }
      if kind == .polygons {
        Varint.append(GeometryCommand.integer(GeometryCommand.closePath, count: 1), to: &bytes)
      }
    }
  }
}
