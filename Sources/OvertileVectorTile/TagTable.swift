import OvertileCore

/// The distinct values of the layer that is being written. They are found by hash and compared byte by byte as encoded.
///
/// Most tiles of points hold one or two features, whose few values are simply compared one after the other. More are
/// found in a table: open addressing with linear probing. Only slots with the current stamp are in use. Emptying the
/// table for the next layer is therefore free, and a small layer touches little memory even after a large one.
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
  /// The most values that are not in the table, but compared one by one.
  private static let fewValues = 8

  private var slots: UnsafeMutablePointer<Slot>
  private var slotCapacity = TagTable.smallest
  private var entries: UnsafeMutablePointer<Entry>
  private var entryCapacity = TagTable.smallest
  private var count = 0
  private var mask = TagTable.smallest - 1
  private var stamp: UInt32 = 1
  /// The values in first-use order, each a complete field of the layer message.
  private(set) var encoded = ByteBuffer(capacity: 4096)

  init() {
    slots = .allocate(capacity: Self.smallest)
    slots.initialize(repeating: Slot(hash: 0, stamp: 0, index: 0), count: Self.smallest)
    entries = .allocate(capacity: Self.smallest)
  }

  deinit {
    slots.deallocate()
    entries.deallocate()
  }

  /// Removes all values.
  mutating func reset() {
    encoded.rewind(to: 0)
    let hadTable = count > Self.fewValues
    count = 0
    guard hadTable else { return }
    mask = Self.smallest - 1
    renew()
  }

  /// Returns the index of a value, which is encoded as a field of the layer. A new value is added. Expected O(length).
  ///
  /// `source` is the value's index in the layer's table, or `noSource`. Equal indices mean equal values.
  @inline(__always)
  mutating func index(hash: UInt64, source: UInt32, _ field: UnsafeRawBufferPointer) -> UInt32 {
    guard count > Self.fewValues else {
      for index in 0..<count where entries[index].hash == hash {
        if isEqual(entries[index], source, field) { return UInt32(truncatingIfNeeded: index) }
      }
      return append(hash: hash, source: source, field)
    }
    return tableIndex(hash: hash, source: source, field)
  }

  private mutating func tableIndex(hash: UInt64, source: UInt32, _ field: UnsafeRawBufferPointer) -> UInt32 {
    var slot = Int(truncatingIfNeeded: hash) & mask
    while slots[slot].stamp == stamp {
      if slots[slot].hash == hash, isEqual(entries[Int(slots[slot].index)], source, field) { return slots[slot].index }
      slot = (slot + 1) & mask
    }
    return append(hash: hash, source: source, field)
  }

  @inline(__always)
  private func isEqual(_ entry: Entry, _ source: UInt32, _ field: UnsafeRawBufferPointer) -> Bool {
    source != Self.noSource && entry.source == source || isEqual(entry, field)
  }

  private func isEqual(_ entry: Entry, _ field: UnsafeRawBufferPointer) -> Bool {
    guard entry.end - entry.start == field.count, let start = field.baseAddress else { return false }
    return memcmp(encoded.base + entry.start, start, field.count) == 0
  }

  @inline(__always)
  private mutating func append(hash: UInt64, source: UInt32, _ field: UnsafeRawBufferPointer) -> UInt32 {
    let start = encoded.count
    encoded.append(contentsOf: field)
    if count == entryCapacity { growEntries() }
    (entries + count).initialize(to: Entry(hash: hash, source: source, start: start, end: encoded.count))
    count += 1
    if count > Self.fewValues { fillTable() }
    return UInt32(truncatingIfNeeded: count - 1)
  }

  /// Puts the last value into the table, and all of them if it was not in use or has become too small.
  private mutating func fillTable() {
    if count * 2 > mask {
      growTable()
    } else {
      for index in (count == Self.fewValues + 1 ? 0 : count - 1)..<count { insert(index) }
    }
  }

  private mutating func insert(_ index: Int) {
    let hash = entries[index].hash
    var slot = Int(truncatingIfNeeded: hash) & mask
    while slots[slot].stamp == stamp { slot = (slot + 1) & mask }
    slots[slot] = Slot(hash: hash, stamp: stamp, index: UInt32(truncatingIfNeeded: index))
  }

  private mutating func growEntries() {
    let larger = UnsafeMutablePointer<Entry>.allocate(capacity: entryCapacity * 2)
    larger.moveInitialize(from: entries, count: count)
    entries.deallocate()
    (entries, entryCapacity) = (larger, entryCapacity * 2)
  }

  private mutating func growTable() {
    mask = mask * 2 + 1
    if mask >= slotCapacity {
      slots.deallocate()
      slotCapacity = mask + 1
      slots = .allocate(capacity: slotCapacity)
      slots.initialize(repeating: Slot(hash: 0, stamp: 0, index: 0), count: slotCapacity)
    }
    renew()
    for index in 0..<count { insert(index) }
  }

  private mutating func renew() {
    stamp &+= 1
    guard stamp == 0 else { return }
    slots.update(repeating: Slot(hash: 0, stamp: 0, index: 0), count: slotCapacity)
    stamp = 1
  }
}

/// The keys of the layer that is being written, numbered in first-use order.
///
/// A key is identified by its index in the layer's table. The keys there are distinct, so a dense map suffices. As in
/// `TagTable`, only entries with the current stamp are in use.
struct KeyTable: ~Copyable {
  // For each key of the layer's table: the stamp in the upper half, the index in the tile in the lower half.
  private var local = UnsafeMutableBufferPointer<UInt64>(start: nil, count: 0)
  private var stamp: UInt64 = 0
  private var count: UInt64 = 0
  /// The keys in first-use order, each a complete field of the layer message.
  private(set) var encoded = ByteBuffer(capacity: 512)

  init() {}

  deinit { local.deallocate() }

  /// Removes all keys and reserves memory for a table of this size.
  mutating func reset(sourceCount: Int) {
    count = 0
    encoded.rewind(to: 0)
    stamp = (stamp + 1) & 0xFFFF_FFFF
    if stamp == 0 {
      for index in local.indices { local[index] = 0 }
      stamp = 1
    }
    guard local.count < sourceCount else { return }
    local.deallocate()
    local = .allocate(capacity: sourceCount)
    local.initialize(repeating: 0)
  }

  /// The index in the tile of a key of the layer's table.
  @inline(__always)
  mutating func index(_ key: UInt32, in fields: PackedFields) -> UInt64 {
    precondition(Int(key) < local.count, "the index is outside the layer's table")
    let known = local[Int(key)]
    if known >> 32 == stamp { return known & 0xFFFF_FFFF }
    encoded.append(contentsOf: fields[key])
    local[Int(key)] = stamp << 32 | count
    count += 1
    return count - 1
  }
}
