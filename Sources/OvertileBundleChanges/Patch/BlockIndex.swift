/// Finds blocks of a source by their content, for a window that slides over a target byte by byte.
///
/// The source is cut into blocks of a power of two; each is known by a polynomial hash modulo 2^64 (Rabin and Karp) that
/// a window updates in O(1). A bit filter spares most lookups in the table. The first of equal blocks is kept and
/// marked: boilerplate says little about the origin of the target's bytes.
struct BlockIndex: ~Copyable {
  /// The location of a block.
  struct Match {
    /// Bytes from the start of the source.
    var offset: Int
    /// Whether the source holds the block more than once.
    var isRepeated: Bool
  }

  /// The size of a block in bytes.
  let block: Int
  private let source: UnsafeRawBufferPointer
  /// Per slot: 0, or the number of a block from 1, with the highest bit set if it is repeated.
  private var slots: [UInt32]
  private var filter: [UInt64]
  private let slotShift: UInt64
  private let filterShift: UInt64

  private static let repeatedBit: UInt32 = 1 << 31
  private static let mostBlocks = 1 << 22

  /// Indexes a source, which must outlive the index. O(bytes); up to 36 MiB of memory.
  init(_ source: UnsafeRawBufferPointer) {
    var block = source.count < 1 << 20 ? 16 : 32
    while source.count / block > Self.mostBlocks { block *= 2 }
    let count = source.count / block
    var bits: UInt64 = 4
    while 1 << bits < count * 2 { bits += 1 }
    self.block = block
    self.source = source
    slotShift = 64 - bits
    filterShift = 64 - (bits + 3)
    slots = Array(repeating: 0, count: 1 << bits)
    filter = Array(repeating: 0, count: max(1, 1 << (bits + 3 - 6)))
    for number in 0..<count { insert(number) }
  }

  /// The location of a block with the content of a window of the target, whose hash is known. Expected O(block).
  @inline(__always)
  func find(_ hash: UInt64, _ window: UnsafeRawPointer) -> Match? {
    let mixed = Self.mix(hash)
    let bit = mixed >> filterShift
    guard filter[Int(bit >> 6)] & (1 << (bit & 63)) != 0 else { return nil }
    guard let slot = slot(mixed, window), slots[slot] != 0 else { return nil }
    return Match(offset: offset(slots[slot]), isRepeated: slots[slot] & Self.repeatedBit != 0)
  }

  private mutating func insert(_ number: Int) {
    guard let base = source.baseAddress else { return }
    let start = base + number * block
    let mixed = Self.mix(RollingHash(start, count: block).value)
    guard let slot = slot(mixed, start) else { return }
    if slots[slot] == 0 {
      slots[slot] = UInt32(number + 1)
      let bit = mixed >> filterShift
      filter[Int(bit >> 6)] |= 1 << (bit & 63)
    } else {
      slots[slot] |= Self.repeatedBit
    }
  }

  /// The slot of a content, or the free one where it would go; nil if too many others are in the way.
  private func slot(_ mixed: UInt64, _ content: UnsafeRawPointer) -> Int? {
    guard let base = source.baseAddress else { return nil }
    let mask = slots.count - 1
    var slot = Int(mixed >> slotShift)
    for _ in 0..<64 {
      if slots[slot] == 0 || Bytes.areEqual(base + offset(slots[slot]), content, count: block) { return slot }
      slot = (slot + 1) & mask
    }
    return nil
  }

  private func offset(_ entry: UInt32) -> Int { (Int(entry & ~Self.repeatedBit) - 1) * block }

  private static func mix(_ hash: UInt64) -> UInt64 { (hash ^ (hash >> 29)) &* 0xBF58_476D_1CE4_E5B9 }
}

/// The hash of a window of bytes, updated as the window moves on by one.
struct RollingHash {
  private(set) var value: UInt64 = 0
  // The factor of the byte that leaves next.
  private var last: UInt64 = 1

  private static let factor: UInt64 = 0x9E37_79B9_7F4A_7C15

  /// The hash of so many bytes.
  init(_ bytes: UnsafeRawPointer, count: Int) {
    for index in 0..<count {
      value = value &* Self.factor &+ UInt64(bytes.load(fromByteOffset: index, as: UInt8.self))
      if index > 0 { last = last &* Self.factor }
    }
  }

  /// Moves the window on by a byte.
  @inline(__always)
  mutating func roll(out: UInt8, in next: UInt8) {
    value = (value &- UInt64(out) &* last) &* Self.factor &+ UInt64(next)
  }
}
