import OvertileCore

/// Puts digests into ascending order, by the radix sort of `TileEntries`. O(digests) where few are equal.
enum DigestOrder {
  /// The indices of digests, the least first.
  ///
  /// - Parameter precedes: whether the first of two indices of equal digests comes first; equal in this, too, they keep
  ///   their order.
  static func ascending(
    _ digests: Column<UInt64>, precedes: (_ a: UInt32, _ b: UInt32) -> Bool = { _, _ in false }
  ) -> Column<UInt32> {
    var entries = TileEntries()
    entries.reserve(digests.count)
    for (index, digest) in digests.enumerated() {
      entries.append(tile: digest, item: UInt32(truncatingIfNeeded: index))
    }
    entries.sort()
    let sorted = entries.tiles
    var order = entries.items
    order.withUnsafeMutableBufferPointer { order in
      var start = 0
      while start < order.count {
        var end = start + 1
        while end < order.count, sorted[end] == sorted[start] { end += 1 }
        var equal = UnsafeMutableBufferPointer(rebasing: order[start..<end])
        if equal.count > 1 { equal.sort { precedes($0, $1) || $0 < $1 && !precedes($1, $0) } }
        start = end
      }
    }
    return order
  }
}
