import OvertileCore

/// Ids for features in the lower half of 53 bits, below 2^52, so that they never collide with those of clusters.
package struct FeatureIdentities: Sendable, Equatable {
  /// The marker for a feature without an id of its own.
  package static let noOwnID = UInt64.max
  /// The greatest id that a feature keeps.
  package static let greatestID = OverlayIDs.ofSources.upperBound - 1

  /// The first word that is hashed; clusters have a zoom there.
  private static let domain = UInt64.max

  /// Per feature: its id, distinct from all others.
  package let ids: Column<UInt64>
  /// The features whose own id was kept by an earlier one, ascending.
  package let duplicates: [Int]

  /// Chooses the ids of features in canonical order.
  ///
  /// An own id up to `greatestID` is kept; if several features have it, by the first. Every other feature gets a digest of
  /// its stable key, hashed again with a salt while the result is in use: by the kept ids, or by the digests of
  /// features before it. Expected O(n).
  ///
  /// - Parameters:
  ///   - stableKeys: per feature, its key.
  ///   - ownID: per feature, the id it came with, or `noOwnID`.
  package init(stableKeys: Column<UInt64>, ownID: (_ feature: Int) -> UInt64 = { _ in Self.noOwnID }) {
    var ids = Column(count: stableKeys.count, ownID)
    var duplicates: [Int] = []
    var taken = IdentitySet(capacity: ids.count)
    for index in ids.indices {
      if ids[index] > Self.greatestID {
        ids[index] = Self.noOwnID
      } else if !taken.insert(ids[index]) {
        duplicates.append(index)
        ids[index] = Self.noOwnID
      }
    }
    for index in ids.indices where ids[index] == Self.noOwnID {
      let key = stableKeys[index]
      ids[index] = taken.insertFirst { Self.digest(key, salt: $0) }
    }
    self.ids = ids
    self.duplicates = duplicates
  }

  private static func digest(_ key: UInt64, salt: UInt64) -> UInt64 {
    OverlayIDs.ofSource(from: XXHash64.hash(domain, key, seed: salt))
  }
}

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
