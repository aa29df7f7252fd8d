/// Values by key up to a number of bytes; the least recently used value is evicted first. Every operation is expected
/// O(1) on average.
struct RecentValues<Key: Hashable, Value> {
  private struct Entry {
    var value: Value
    var cost: Int
    /// The number of its last use.
    var use: Int
  }

  /// The most bytes that may be kept; 0 keeps nothing.
  let limit: Int
  /// The bytes of the values kept.
  private(set) var cost = 0
  private var entries: [Key: Entry] = [:]
  /// The uses in their order; of those of a value the last one counts.
  private var uses: ArraySlice<(key: Key, number: Int)> = []
  private var lastUse = 0

  /// Keeps values of so many bytes in all.
  init(limit: Int) { self.limit = max(0, limit) }

  /// Whether a value is kept, which changes nothing.
  func holds(_ key: Key) -> Bool { entries[key] != nil }

  /// A value, which becomes the newest.
  mutating func value(_ key: Key) -> Value? {
    guard let value = entries[key]?.value else { return nil }
    noteUse(of: key)
    return value
  }

  /// Keeps a value of `cost` bytes, and replaces one of the same key; a value that is larger than the limit is not
  /// kept.
  mutating func insert(_ value: Value, for key: Key, cost: Int) {
    remove(key)
    guard cost <= limit else { return }
    while self.cost > limit - cost, let oldest = uses.popFirst() {
      if isLast(oldest) { remove(oldest.key) }
    }
    entries[key] = Entry(value: value, cost: cost, use: lastUse)
    self.cost += cost
    noteUse(of: key)
  }

  /// Forgets a value.
  mutating func remove(_ key: Key) { cost -= entries.removeValue(forKey: key)?.cost ?? 0 }

  /// Forgets everything.
  mutating func removeAll() {
    entries.removeAll()
    (uses, cost) = ([], 0)
  }

  private mutating func noteUse(of key: Key) {
    lastUse += 1
    entries[key]?.use = lastUse
    if uses.count > 2 * entries.count + 64 { uses = uses.filter(isLast)[...] }
    uses.append((key, lastUse))
  }

  private func isLast(_ use: (key: Key, number: Int)) -> Bool { entries[use.key]?.use == use.number }
}
