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
