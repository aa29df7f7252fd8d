import OvertileClustering
import OvertileCore

/// Puts digests into ascending order. O(digests) where few are equal.
enum DigestOrder {
  /// The indices of digests, the least first.
  ///
  /// - Parameter precedes: whether the first of two indices of equal digests comes first; equal in this, too, they keep
  ///   their order.
  static func ascending(
    _ digests: Column<UInt64>, precedes: (_ a: UInt32, _ b: UInt32) -> Bool = { _, _ in false }
  ) -> Column<UInt32> {
    let sorted = RadixSort(sorting: digests)
    return withExtendedLifetime(sorted) {
      var start = 0
      while start < digests.count {
        var end = start + 1
        while end < digests.count, sorted.keys[end] == sorted.keys[start] { end += 1 }
        var equal = UnsafeMutableBufferPointer(rebasing: sorted.payloads[start..<end])
        if equal.count > 1 { equal.sort { precedes($0, $1) || $0 < $1 && !precedes($1, $0) } }
        start = end
      }
      return Column(sorted.payloads)
    }
  }
}
