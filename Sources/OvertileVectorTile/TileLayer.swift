import OvertileCore

/// A layer's name and the tables for its features' tags, packed for `TileEncoder`.
///
/// It is made once per layer and shared by all encoders. In memory, keys and values have the same bytes as in a tile,
/// so writing one is a copy. It uses about 20 bytes a value beside the payload; the source tables are not kept.
package final class TileLayer: @unchecked Sendable {
  // All properties are immutable after the initializer, so the layer is safe to share.
  let name: PackedFields
  let keys: PackedFields
  let values: PackedFields
  let valueHashes: UnsafeBufferPointer<UInt64>
  private let columns: [FieldColumns]
  private let hashes: Column<UInt64>

  /// Packs a layer with a name that is unique in its tiles, and with two complete tables. O(payload).
  package init(name text: String, keys: ValueTable, values: ValueTable) {
    let name = FieldColumns(count: 1) { _, out in
      var copy = text
      copy.withUTF8 { out.append(LayerField.name, UnsafeRawBufferPointer($0)) }
    }
    let keyFields = FieldColumns(count: keys.count) { index, out in
      keys.withPayload(index) { _, utf8 in out.append(LayerField.keys, utf8) }
    }
    let valueFields = FieldColumns(count: values.count) { index, out in
      values.withPayload(index) { kind, payload in out.append(value: kind, payload) }
    }
    columns = [name, keyFields, valueFields]
    (self.name, self.keys, self.values) = (name.fields, keyFields.fields, valueFields.fields)
    hashes = Column(count: values.count) { index in
      values.kind(UInt32(index)) == .json
        ? values.withPayload(UInt32(index)) { _, text in Self.hash(.string, text) } : values.hash(UInt32(index))
    }
    valueHashes = hashes.withUnsafeBufferPointer { $0 }
  }

  /// The hash of a value in a table. JSON has the hash of the string that it becomes in a tile, so that the two match.
  static func hash(_ kind: PropertyKind, _ payload: UnsafeRawBufferPointer) -> UInt64 {
    XXHash64.hash(payload, seed: UInt64(kind.rawValue))
  }
}

/// Consecutive fields of a layer message, which are packed and kept for `PackedFields`.
private struct FieldColumns {
  private var bytes: Column<UInt8> = []
  // The end of each field, preceded by the start of the first.
  private var bounds: Column<Int> = [0]

  init(count: Int, write: (UInt32, inout ByteBuffer) -> Void) {
    bounds.reserveCapacity(count + 1)
    var field = ByteBuffer(capacity: 256)
    for index in 0..<count {
      field.rewind(to: 0)
      write(UInt32(index), &field)
      bytes.append(contentsOf: field.bytes)
      bounds.append(bytes.count)
    }
  }

  /// The fields, as long as these columns are there.
  var fields: PackedFields {
    PackedFields(
      bytes: bytes.withUnsafeBytes { $0.baseAddress }, bounds: bounds.withUnsafeBufferPointer { $0 },
      count: bounds.count - 1)
  }
}

/// Consecutive fields of a layer message, in memory that the owner keeps.
struct PackedFields {
  fileprivate let bytes: UnsafeRawPointer?
  fileprivate let bounds: UnsafeBufferPointer<Int>
  let count: Int

  /// The bytes of a field; none for null.
  @inline(__always)
  subscript(index: UInt32) -> UnsafeRawBufferPointer {
    precondition(Int(index) < count, "the index is outside the layer's table")
    let start = bounds[Int(index)]
    return UnsafeRawBufferPointer(start: bytes.map { $0 + start }, count: bounds[Int(index) + 1] - start)
  }
}
