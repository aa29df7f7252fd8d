import OvertileFeatures

/// A layer's name and the tables for its features' tags, packed for `TileEncoder`.
///
/// It is made once per layer and shared by all encoders. In memory, keys and values have the same bytes as in a tile,
/// so writing one is a copy. It uses about 20 bytes a value beside the payload; the source tables are not kept, except
/// for `storedValues`.
package final class TileLayer: @unchecked Sendable {
  // All properties are immutable after the initializer, so the layer is safe to share.
  let name: PackedFields
  let keys: PackedFields
  let values: PackedFields
  let valueHashes: UnsafeMutablePointer<UInt64>
  /// The size of the longest value that is in a store and not in memory.
  package var longestStoredByteCount: Int { storedValues?.longestStoredByteCount ?? 0 }
  /// The table of values, if some of them are in a store.
  let storedValues: ValueTable?

  /// Packs a layer with a name that is unique in its tiles, and with two complete tables. O(payload).
  package init(name: String, keys: ValueTable, values: ValueTable) {
    self.name = PackedFields(count: 1) { _, out in
      var copy = name
      copy.withUTF8 { out.append(LayerField.name, UnsafeRawBufferPointer($0)) }
    }
    self.keys = PackedFields(count: keys.count) { index, out in
      keys.withPayload(index) { _, utf8 in out.append(LayerField.keys, utf8) }
    }
    var hasStored = false
    self.values = PackedFields(count: values.count) { index, out in
      if values.isStored(index) {
        hasStored = true
        return
      }
      values.withPayload(index) { kind, payload in out.append(value: kind, payload) }
    }
    storedValues = hasStored ? values : nil
    valueHashes = .allocate(capacity: max(values.count, 1))
    for index in 0..<values.count {
      let hash =
        values.kind(UInt32(index)) == .json
        ? values.withPayload(UInt32(index)) { _, text in Self.hash(.string, text) } : values.hash(UInt32(index))
      (valueHashes + index).initialize(to: hash)
    }
  }

  deinit {
    for fields in [name, keys, values] { fields.deallocate() }
    valueHashes.deallocate()
  }

  /// The hash of a value in a table. JSON has the hash of the string that it becomes in a tile, so that the two match.
  static func hash(_ kind: PropertyKind, _ payload: UnsafeRawBufferPointer) -> UInt64 {
    XXHash64.hash(payload, seed: UInt64(kind.rawValue))
  }
}

/// Consecutive fields of a layer message, in memory that the owner deallocates.
struct PackedFields {
  private let bytes: UnsafeMutableRawPointer
  // The end of each field, preceded by the start of the first.
  private let bounds: UnsafeMutablePointer<Int>
  let count: Int

  init(count: Int, write: (UInt32, inout ByteBuffer) -> Void) {
    self.count = count
    bounds = .allocate(capacity: count + 1)
    bounds.initialize(to: 0)
    var out = ByteBuffer(capacity: 64 + 16 * count)
    for index in 0..<count {
      write(UInt32(index), &out)
      (bounds + index + 1).initialize(to: out.count)
    }
    bytes = .allocate(byteCount: max(out.count, 1), alignment: 16)
    bytes.copyMemory(from: out.base, byteCount: out.count)
  }

  func deallocate() {
    bytes.deallocate()
    bounds.deallocate()
  }

  /// The bytes of a field; none for null.
  @inline(__always)
  subscript(index: UInt32) -> UnsafeRawBufferPointer {
    precondition(Int(index) < count, "an index outside the layer's table")
    let start = bounds[Int(index)]
    return UnsafeRawBufferPointer(start: bytes + start, count: bounds[Int(index) + 1] - start)
  }
}
