import OvertileCore

/// The assigned ids, by open addressing. Expected O(1).
struct IdentitySet {
  /// Ids plus one; 0 is an empty slot.
  private var slots: Column<UInt64>
  private let mask: Int

  /// Reserves slots for `capacity` ids; no more may be added.
  init(capacity: Int) {
    var size = 16
    while size < 2 * capacity { size *= 2 }
    slots = Column(repeating: 0, count: size)
    mask = size - 1
  }

  /// Adds an id below 2^53; false if it was there.
  mutating func insert(_ id: UInt64) -> Bool {
    // The multiplier, 2^64 divided by the golden ratio, spreads successive ids.
    var slot = Int(truncatingIfNeeded: (id &* 0x9E37_79B9_7F4A_7C15) >> 20) & mask
    while slots[slot] != 0 {
      if slots[slot] == id + 1 { return false }
      slot = (slot + 1) & mask
    }
    slots[slot] = id + 1
    return true
  }

  /// Adds the first new one of the ids that `digest` returns for the salts 0, 1, 2 and so on.
  mutating func insertFirst(_ digest: (_ salt: UInt64) -> UInt64) -> UInt64 {
    var salt: UInt64 = 0
    while true {
      let id = digest(salt)
      if insert(id) { return id }
      salt += 1
    }
  }
}
