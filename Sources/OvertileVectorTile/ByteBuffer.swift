import OvertileCore

/// A growable buffer that keeps its memory when it is emptied.
///
/// Writing does not check bounds. Reserve first, then append at most the reserved bytes.
struct ByteBuffer: ~Copyable {
  private(set) var base: UnsafeMutableRawPointer
  private(set) var count = 0
  private var capacity: Int

  init(capacity: Int) {
    self.capacity = capacity
    base = UnsafeMutableRawPointer.allocate(byteCount: capacity, alignment: 16)
  }

  deinit { base.deallocate() }

  /// The bytes written so far; valid until the next reservation.
  var bytes: UnsafeRawBufferPointer { UnsafeRawBufferPointer(start: base, count: count) }

  /// Reserves memory for this number of additional bytes.
  @inline(__always)
  mutating func reserve(_ extra: Int) {
    if count + extra > capacity { grow(extra) }
  }

  @inline(never)
  private mutating func grow(_ extra: Int) {
    let larger = max(capacity * 2, count + extra)
    let moved = UnsafeMutableRawPointer.allocate(byteCount: larger, alignment: 16)
    moved.copyMemory(from: base, byteCount: count)
    base.deallocate()
    (base, capacity) = (moved, larger)
  }

  /// Removes the bytes from a position to the end.
  @inline(__always)
  mutating func rewind(to position: Int) { count = position }

  /// Appends a byte that was reserved.
  @inline(__always)
  mutating func append(_ byte: UInt8) {
    base.storeBytes(of: byte, toByteOffset: count, as: UInt8.self)
    count += 1
  }

  /// Appends a base-128 varint, for which up to ten bytes were reserved. It writes the same bytes as `Varint`, but does
  /// not check the capacity.
  @inline(__always)
  mutating func append(varint value: UInt64) {
    var rest = value
    while rest >= 0x80 {
      append(UInt8(truncatingIfNeeded: rest) | 0x80)
      rest >>= 7
    }
    append(UInt8(truncatingIfNeeded: rest))
  }

  /// Appends eight reserved bytes, the lowest first.
  @inline(__always)
  mutating func append(fixed64 value: UInt64) {
    base.storeBytes(of: value.littleEndian, toByteOffset: count, as: UInt64.self)
    count += 8
  }

  /// Reserves and appends some bytes.
  @inline(__always)
  mutating func append(contentsOf bytes: UnsafeRawBufferPointer) {
    reserve(bytes.count)
    if let source = bytes.baseAddress { (base + count).copyMemory(from: source, byteCount: bytes.count) }
    count += bytes.count
  }

  /// Writes the length of the bytes after a one-byte gap into the gap. If the varint needs more than one byte, moves
  /// these bytes up.
  @inline(__always)
  mutating func closeLength(at gap: Int) {
    let length = count - gap - 1
    if length < 0x80 {
      base.storeBytes(of: UInt8(truncatingIfNeeded: length), toByteOffset: gap, as: UInt8.self)
    } else {
      closeLongLength(at: gap, length)
    }
  }

  private mutating func closeLongLength(at gap: Int, _ length: Int) {
    let size = Varint.size(UInt64(length))
    reserve(size - 1)
    (base + gap + size).copyMemory(from: base + gap + 1, byteCount: length)
    count = gap
    append(varint: UInt64(length))
    count += length
  }
}

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
