import OvertileCore

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
