/// Sorts keys of a number on a curve and an item in their lower bits, which are in ascending order where the numbers are equal.
enum CurveOrder {
  private static let digitBits: UInt64 = 11
  /// Below this many keys clearing the histograms would cost more than moving the keys.
  private static let fewest = 256

  /// The keys in ascending order: a stable radix sort by the bits from a number on. O(keys).
  static func ascending(_ keys: [UInt64], shift: UInt64) -> [UInt64] {
    guard keys.count >= fewest, let greatest = keys.max() else { return keys.sorted() }
    var (keys, others) = (keys, keys)
    let mask = UInt64(1) << digitBits - 1
    for shift in stride(from: shift, to: UInt64(64 - greatest.leadingZeroBitCount), by: UInt64.Stride(digitBits)) {
      keys.withUnsafeBufferPointer { keys in
        others.withUnsafeMutableBufferPointer { others in
          withUnsafeTemporaryAllocation(of: Int32.self, capacity: 1 << digitBits) { ends in
            ends.update(repeating: 0)
            for key in keys { ends[Int(key >> shift & mask)] += 1 }
            var sum: Int32 = 0
            for digit in ends.indices { (ends[digit], sum) = (sum, sum + ends[digit]) }
            for key in keys {
              let digit = Int(key >> shift & mask)
              others[Int(ends[digit])] = key
              ends[digit] += 1
            }
          }
        }
      }
      swap(&keys, &others)
    }
    return keys
  }
}
