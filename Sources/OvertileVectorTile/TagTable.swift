import OvertilePlatform

/// The distinct values of the layer that is being written. They are found by hash and compared byte by byte as encoded.
///
/// Open addressing with linear probing. Only slots with the current stamp are in use. Emptying the table for the next
/// layer is therefore free, and a small layer touches little memory even after a large one.
struct TagTable: ~Copyable {
  /// Means that a value is not in the layer's source table.
  static let noSource = UInt32.max

  private struct Slot {
    var hash: UInt64
    var stamp: UInt32
    var index: UInt32
  }

  private struct Entry {
    var hash: UInt64
    var source: UInt32
    var start: Int
    var end: Int
  }

  private static let smallest = 256

  private var slots: UnsafeMutablePointer<Slot>
  private var slotCapacity = TagTable.smallest
  private var entries: [Entry] = []
  private var mask = TagTable.smallest - 1
  private var stamp: UInt32 = 1
  /// The values in first-use order, each a complete field of the layer message.
  private(set) var encoded = ByteBuffer(capacity: 4096)

  init() {
    slots = .allocate(capacity: Self.smallest)
    slots.initialize(repeating: Slot(hash: 0, stamp: 0, index: 0), count: Self.smallest)
    entries.reserveCapacity(Self.smallest)
  }

  deinit { slots.deallocate() }

  /// Removes all values.
  mutating func reset() {
    entries.removeAll(keepingCapacity: true)
    encoded.rewind(to: 0)
    mask = Self.smallest - 1
    renew()
  }

  /// Returns the index of a value, which is encoded as a field of the layer. A new value is added. Expected O(length).
  ///
  /// `source` is the value's index in the layer's table, or `noSource`. Equal indices mean equal values.
  @inline(__always)
  mutating func index(hash: UInt64, source: UInt32, _ field: UnsafeRawBufferPointer) -> UInt32 {
    var slot = Int(truncatingIfNeeded: hash) & mask
    while slots[slot].stamp == stamp {
      if slots[slot].hash == hash {
        let index = slots[slot].index
        let entry = entries[Int(index)]
        if source != Self.noSource && entry.source == source || isEqual(entry, field) { return index }
      }
      slot = (slot + 1) & mask
    }
    return insert(hash: hash, source: source, field, at: slot)
  }

  private func isEqual(_ entry: Entry, _ field: UnsafeRawBufferPointer) -> Bool {
    guard entry.end - entry.start == field.count, let start = field.baseAddress else { return false }
    return memcmp(encoded.base + entry.start, start, field.count) == 0
  }

  @inline(__always)
  private mutating func insert(
    hash: UInt64, source: UInt32, _ field: UnsafeRawBufferPointer, at slot: Int
  ) -> UInt32 {
    let start = encoded.count
    encoded.append(contentsOf: field)
    let index = UInt32(truncatingIfNeeded: entries.count)
    entries.append(Entry(hash: hash, source: source, start: start, end: encoded.count))
    slots[slot] = Slot(hash: hash, stamp: stamp, index: index)
    if entries.count * 2 > mask { grow() }
    return index
  }

  private mutating func grow() {
    mask = mask * 2 + 1
    if mask >= slotCapacity {
      slots.deallocate()
      slotCapacity = mask + 1
      slots = .allocate(capacity: slotCapacity)
      slots.initialize(repeating: Slot(hash: 0, stamp: 0, index: 0), count: slotCapacity)
    }
    renew()
    for (index, entry) in entries.enumerated() {
      var slot = Int(truncatingIfNeeded: entry.hash) & mask
      while slots[slot].stamp == stamp { slot = (slot + 1) & mask }
      slots[slot] = Slot(hash: entry.hash, stamp: stamp, index: UInt32(index))
    }
  }

  private mutating func renew() {
    stamp &+= 1
    guard stamp == 0 else { return }
    slots.update(repeating: Slot(hash: 0, stamp: 0, index: 0), count: slotCapacity)
    stamp = 1
  }
}
