/// Values by key up to a number of bytes; the least recently used value is evicted first. Every operation is expected
/// O(1).
///
/// A doubly linked list through an array: the newest entry is at the head.
struct RecentValues<Key: Hashable, Value> {
  private struct Node {
    var key: Key
    var value: Value
    var cost: Int
    var newer: Int
    var older: Int
  }

  private static var none: Int { -1 }

  /// The most bytes that may be kept; 0 keeps nothing.
  let limit: Int
  /// The bytes of the values kept.
  private(set) var cost = 0
  /// The number of values that were evicted.
  private(set) var evictions = 0
  private var slots: [Key: Int] = [:]
  private var nodes: [Node?] = []
  private var free: [Int] = []
  private var newest = RecentValues.none
  private var oldest = RecentValues.none

  /// Keeps values of so many bytes in all.
  init(limit: Int) { self.limit = max(0, limit) }

  /// The number of values kept.
  var count: Int { slots.count }

  /// Whether a value is kept, which changes nothing.
  func holds(_ key: Key) -> Bool { slots[key] != nil }

  /// A value, which becomes the newest.
  mutating func value(_ key: Key) -> Value? {
    guard let slot = slots[key], let node = nodes[slot] else { return nil }
    if slot != newest {
      unlink(slot)
      link(slot)
    }
    return node.value
  }

  /// Keeps a value of `cost` bytes, and replaces one of the same key; a value that is larger than the limit is not
  /// kept.
  mutating func insert(_ value: Value, for key: Key, cost: Int) {
    remove(key)
    guard cost <= limit else { return }
    while self.cost > limit - cost, oldest != Self.none, let last = nodes[oldest] {
      remove(last.key)
      evictions += 1
    }
    let node = Node(key: key, value: value, cost: cost, newer: Self.none, older: Self.none)
    let slot = free.popLast() ?? nodes.count
    if slot == nodes.count { nodes.append(node) } else { nodes[slot] = node }
    slots[key] = slot
    self.cost += cost
    link(slot)
  }

  /// Forgets a value.
  mutating func remove(_ key: Key) {
    guard let slot = slots.removeValue(forKey: key), let node = nodes[slot] else { return }
    unlink(slot)
    cost -= node.cost
    nodes[slot] = nil
    free.append(slot)
  }

  /// Forgets everything.
  mutating func removeAll() {
    slots.removeAll()
    nodes.removeAll()
    free.removeAll()
    (newest, oldest, cost) = (Self.none, Self.none, 0)
  }

  private mutating func link(_ slot: Int) {
    nodes[slot]?.newer = Self.none
    nodes[slot]?.older = newest
    if newest != Self.none { nodes[newest]?.newer = slot }
    newest = slot
    if oldest == Self.none { oldest = slot }
  }

  private mutating func unlink(_ slot: Int) {
    guard let node = nodes[slot] else { return }
    if node.newer == Self.none { newest = node.older } else { nodes[node.newer]?.older = node.older }
    if node.older == Self.none { oldest = node.newer } else { nodes[node.older]?.newer = node.newer }
  }
}
