import Foundation

/// Distinct property values, each stored once and named by a dense index.
///
/// A value is a kind and payload bytes: one byte for a boolean, eight little-endian bytes for a number, UTF-8 for
/// a string or JSON text, none for null. Interning is expected O(length). Indices depend on the order of interning, so
/// nothing in a bundle may depend on them; hashes do not.
package struct ValueTable: Sendable {
  private var slots = Column<UInt32>(repeating: 0, count: 64)
  private var kinds: Column<UInt8> = []
  private var hashes: Column<UInt64> = []
  private var ends: Column<Int> = []
  private var arena: Column<UInt8> = []

  /// Creates an empty table.
  package init() {}

  /// The values in columns, as `init(kinds:ends:arena:)` takes them.
  package var columns: (kinds: Column<UInt8>, ends: Column<Int>, arena: Column<UInt8>) { (kinds, ends, arena) }

  /// Creates a table of columns: per value its kind and the end of its payload, and all payloads. O(payload).
  package init(kinds: Column<UInt8>, ends: Column<Int>, arena: Column<UInt8>) {
    (self.kinds, self.ends, self.arena) = (kinds, ends, arena)
    hashes = Column(count: kinds.count) { index in
      withPayload(UInt32(index)) { kind, payload in XXHash64.hash(payload, seed: UInt64(kind.rawValue)) }
    }
    var size = slots.count
    while kinds.count * 2 > size { size *= 2 }
    fillSlots(size)
  }

  /// The number of distinct values.
  package var count: Int { kinds.count }

  /// The bytes of the payloads.
  package var payloadByteCount: Int { arena.count }

  /// The index of a value, which is added if it is new.
  package mutating func intern(_ kind: PropertyKind, _ payload: UnsafeRawBufferPointer) -> UInt32 {
    intern(kind, payload, hash: XXHash64.hash(payload, seed: UInt64(kind.rawValue)))
  }

  /// The index of a 64-bit payload: an integer, or the bit pattern of a double.
  package mutating func intern(_ kind: PropertyKind, bits: UInt64) -> UInt32 {
    withUnsafeBytes(of: bits.littleEndian) { intern(kind, $0) }
  }

  /// The index of a value, which is added if it is new.
  package mutating func intern(_ value: PropertyValue) -> UInt32 {
    switch value {
    case .null: intern(.null, UnsafeRawBufferPointer(start: nil, count: 0))
    case .bool(let bool): withUnsafeBytes(of: UInt8(bool ? 1 : 0)) { intern(.bool, $0) }
    case .int(let int): intern(.int, bits: UInt64(bitPattern: int))
    case .uint(let uint): intern(.uint, bits: uint)
    case .double(let double): intern(.double, bits: double.bitPattern)
    case .string(let string): intern(.string, string)
    case .json(let text): intern(.json, text)
    }
  }

  /// The index of a string, which is added if it is new.
  package mutating func intern(_ kind: PropertyKind = .string, _ string: String) -> UInt32 {
    var copy = string
    return copy.withUTF8 { intern(kind, UnsafeRawBufferPointer($0)) }
  }

  /// The index of a property's name, in the composed form of Unicode (NFC): names that differ only in their normalization are
  /// one name.
  package mutating func intern(key payload: UnsafeRawBufferPointer) -> UInt32 {
    guard payload.contains(where: { $0 >= 0x80 }) else { return intern(.string, payload) }
    return intern(.string, String(decoding: payload, as: UTF8.self).precomposedStringWithCanonicalMapping)
  }

  /// The index of a property's name; see `intern(key:)`.
  package mutating func intern(key name: String) -> UInt32 {
    var copy = name
    return copy.withUTF8 { intern(key: UnsafeRawBufferPointer($0)) }
  }

  /// The index of a property's name, or nil if the table does not hold it; see `intern(key:)`.
  package func find(key name: String) -> UInt32? {
    find(name.utf8.contains { $0 >= 0x80 } ? name.precomposedStringWithCanonicalMapping : name)
  }

  /// The indices here of every value of another table, in that table's order. Expected O(payload of the other).
  ///
  /// - Parameter areWanted: per value: whether it is needed; the others are not added, and have no index. All are without it.
  package mutating func merge(_ other: ValueTable, where areWanted: [Bool]? = nil) -> [UInt32] {
    (0..<UInt32(other.count)).map { areWanted?[Int($0)] == false ? .max : intern($0, of: other) }
  }

  /// The index here of a value of another table, which is added if it is new. Its hash is known. Expected O(payload).
  package mutating func intern(_ index: UInt32, of other: ValueTable) -> UInt32 {
    other.withPayload(index) { kind, payload in intern(kind, payload, hash: other.hashes[Int(index)]) }
  }

  /// The index of a string, or nil if the table does not hold it.
  package func find(_ string: String) -> UInt32? {
    var copy = string
    return copy.withUTF8 { utf8 in
      let payload = UnsafeRawBufferPointer(utf8)
      let hash = XXHash64.hash(payload, seed: UInt64(PropertyKind.string.rawValue))
      let slot = slot(of: .string, payload, hash: hash)
      return slots[slot] == 0 ? nil : slots[slot] - 1
    }
  }

  /// The hash of a value: of its kind and payload, so it is equal in every table.
  @inline(__always)
  package func hash(_ index: UInt32) -> UInt64 { hashes[Int(index)] }

  /// The kind of a value.
  package func kind(_ index: UInt32) -> PropertyKind {
    PropertyKind(rawValue: kinds[Int(index)]) ?? .null
  }

  /// The bytes of a value's payload.
  package func payloadByteCount(_ index: UInt32) -> Int { arenaRange(index).count }

  /// Calls a closure with a value's kind and payload, which are valid during the call only.
  @inline(__always)
  package func withPayload<R>(_ index: UInt32, _ body: (PropertyKind, UnsafeRawBufferPointer) throws -> R) rethrows -> R
  {
    let range = arenaRange(index)
    return try arena.withUnsafeBytes { bytes in
      try body(kind(index), UnsafeRawBufferPointer(rebasing: bytes[range]))
    }
  }

  @inline(__always)
  private func arenaRange(_ index: UInt32) -> Range<Int> {
    (index == 0 ? 0 : ends[Int(index) - 1])..<ends[Int(index)]
  }

  /// A value as an enumeration. Copies strings: not for hot paths.
  package func value(_ index: UInt32) -> PropertyValue {
    withPayload(index) { kind, payload in
      switch kind {
      case .null: .null
      case .bool: .bool(payload.first == 1)
      case .int: .int(Int64(bitPattern: Self.bits(payload)))
      case .uint: .uint(Self.bits(payload))
      case .double: .double(Double(bitPattern: Self.bits(payload)))
      case .string: .string(String(decoding: payload, as: UTF8.self))
      case .json: .json(String(decoding: payload, as: UTF8.self))
      }
    }
  }

  /// The text of a string or JSON value, empty for other kinds.
  package func string(_ index: UInt32) -> String {
    withPayload(index) { kind, payload in
      kind == .string || kind == .json ? String(decoding: payload, as: UTF8.self) : ""
    }
  }

  private static func bits(_ payload: UnsafeRawBufferPointer) -> UInt64 {
    UInt64(littleEndian: payload.loadUnaligned(as: UInt64.self))
  }

  private mutating func intern(_ kind: PropertyKind, _ payload: UnsafeRawBufferPointer, hash: UInt64) -> UInt32 {
    let slot = slot(of: kind, payload, hash: hash)
    if slots[slot] != 0 { return slots[slot] - 1 }
    let index = UInt32(kinds.count)
    hashes.append(hash)
    kinds.append(kind.rawValue)
    arena.append(contentsOf: payload)
    ends.append(arena.count)
    slots[slot] = index + 1
    if kinds.count * 2 > slots.count { fillSlots(slots.count * 2) }
    return index
  }

  private func slot(of kind: PropertyKind, _ payload: UnsafeRawBufferPointer, hash: UInt64) -> Int {
    let mask = slots.count - 1
    var slot = Int(truncatingIfNeeded: hash) & mask
    while slots[slot] != 0 {
      let index = slots[slot] - 1
      if hashes[Int(index)] == hash, kinds[Int(index)] == kind.rawValue, equals(index, payload) {
        return slot
      }
      slot = (slot + 1) & mask
    }
    return slot
  }

  private func equals(_ index: UInt32, _ payload: UnsafeRawBufferPointer) -> Bool {
    let range = arenaRange(index)
    return arena.withUnsafeBytes { UnsafeRawBufferPointer(rebasing: $0[range]).hasSameBytes(as: payload) }
  }

  private mutating func fillSlots(_ count: Int) {
    slots = Column(repeating: 0, count: count)
    let mask = slots.count - 1
    for (index, hash) in hashes.enumerated() {
      var slot = Int(truncatingIfNeeded: hash) & mask
      while slots[slot] != 0 { slot = (slot + 1) & mask }
      slots[slot] = UInt32(index) + 1
    }
  }
}
