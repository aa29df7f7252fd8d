import OvertileCore

/// Puts digests into ascending order, in time proportional to their number: digests are spread evenly, so as many buckets as
/// digests, by their highest bits, hold about one each.
///
/// Numbers that are not spread evenly are sorted as well, in O(n log n).
struct DigestOrder {
  private struct Entry: BitwiseCopyable {
    var digest: UInt64
    var index: UInt32
  }

  /// The largest bucket that is sorted by insertion.
  private static let insertedCount = 16

  /// The indices of digests, the least first.
  ///
  /// - Parameter precedes: whether the first of two indices of equal digests comes first; equal in this, too, they keep
  ///   their order.
  static func ascending(
    _ digests: Column<UInt64>, precedes: (_ a: UInt32, _ b: UInt32) -> Bool = { _, _ in false }
  ) -> Column<UInt32> {
    guard let least = digests.min(), let greatest = digests.max() else { return [] }
    let used = 64 - (greatest - least).leadingZeroBitCount
    let bits = min(used, Int.bitWidth - (digests.count - 1).leadingZeroBitCount)
    let shift = UInt64(used - bits)
    var ends = Column<UInt32>(repeating: 0, count: 1 << bits)
    for digest in digests { ends[Int((digest - least) >> shift)] += 1 }
    var sum: UInt32 = 0
    for bucket in ends.indices {
      let count = ends[bucket]
      ends[bucket] = sum
      sum += count
    }
    var entries = Column<Entry>(repeating: Entry(digest: 0, index: 0), count: digests.count)
    for (index, digest) in digests.enumerated() {
      let bucket = Int((digest - least) >> shift)
      entries[Int(ends[bucket])] = Entry(digest: digest, index: UInt32(truncatingIfNeeded: index))
      ends[bucket] += 1
    }
    entries.withUnsafeMutableBufferPointer { entries in
      var start = 0
      for end in ends {
        sort(entries, start..<Int(end)) { a, b in
          if a.digest != b.digest { return a.digest < b.digest }
          if precedes(a.index, b.index) { return true }
          return a.index < b.index && !precedes(b.index, a.index)
        }
        start = Int(end)
      }
    }
    return entries.map { $0.index }
  }

  @inline(__always)
  private static func sort(
    _ entries: UnsafeMutableBufferPointer<Entry>, _ bucket: Range<Int>, by precedes: (Entry, Entry) -> Bool
  ) {
    guard bucket.count > 1 else { return }
    guard bucket.count <= insertedCount else {
      var entries = UnsafeMutableBufferPointer(rebasing: entries[bucket])
      return entries.sort(by: precedes)
    }
    for position in bucket.dropFirst() {
      let moving = entries[position]
      var hole = position
      while hole > bucket.lowerBound, precedes(moving, entries[hole - 1]) {
        entries[hole] = entries[hole - 1]
        hole -= 1
      }
      entries[hole] = moving
    }
  }
}
