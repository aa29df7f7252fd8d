import OvertileCore

extension ByteBuffer {
  /// Appends a field that contains some bytes.
  mutating func append(_ field: UInt8, _ content: UnsafeRawBufferPointer) {
    reserve(11 + content.count)
    append(field)
    append(varint: UInt64(content.count))
    append(contentsOf: content)
  }

  /// Appends a value message as a field of the layer. Appends nothing for null.
  ///
  /// The payload is in the form of `ValueTable`.
  mutating func append(value kind: PropertyKind, _ payload: UnsafeRawBufferPointer) {
    if kind == .null { return }
    reserve(24)
    append(LayerField.values)
    let gap = count
    append(0)
    switch kind {
    case .null:
      break
    case .bool:
      append(ValueField.bool)
      append(payload[0])
    case .int:
      append(ValueField.int)
      append(varint: Self.bits(payload))
    case .uint:
      append(ValueField.uint)
      append(varint: Self.bits(payload))
    case .double:
      append(ValueField.double)
      append(fixed64: Self.bits(payload))
    case .string, .json:
      append(ValueField.string, payload)
    }
    closeLength(at: gap)
  }

  private static func bits(_ payload: UnsafeRawBufferPointer) -> UInt64 {
    UInt64(littleEndian: payload.loadUnaligned(as: UInt64.self))
  }
}
