extension JoinedRanges {
  /// Joins ranges that are far from each other until a number of them is left, those with the smallest gaps first.
  ///
  /// A join that would make more than `most` bytes is left out. Where all ranges lie within `most` bytes, no join can be, so
  /// `count` are left at most, but never less than 1. Elsewhere more may be left: then no two neighbors fit in `most` bytes, or
  /// `count` is reached. O(n^2).
  mutating func join(to count: Int, most: UInt64) {
    var runs = joined
    while runs.count > max(1, count) {
      let pairs = runs.indices.dropFirst().filter { runs[$0].upperBound - runs[$0 - 1].lowerBound <= most }
      guard let next = pairs.min(by: { Self.gap(before: $0, in: runs) < Self.gap(before: $1, in: runs) }) else { break }
      runs[next - 1] = runs[next - 1].lowerBound..<runs.remove(at: next).upperBound
    }
    let runOfRange = joined.map { range in
      runs.firstIndex { $0.lowerBound <= range.lowerBound && range.upperBound <= $0.upperBound } ?? 0
    }
    (joined, indices) = (runs, indices.map { runOfRange[$0] })
  }

  /// The bytes between a range and the one before it; 0 if they overlap.
  private static func gap(before index: Int, in ranges: [Range<UInt64>]) -> UInt64 {
    let (end, start) = (ranges[index - 1].upperBound, ranges[index].lowerBound)
    return start > end ? start - end : 0
  }
}
