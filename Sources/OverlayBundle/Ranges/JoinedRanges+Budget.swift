extension JoinedRanges {
  /// Joins ranges that are far from each other until a number of them is left, those with the smallest gaps first.
  ///
  /// A join that would make more than `most` bytes is left out. Where all ranges lie within `most` bytes, no join can be, so
  /// `count` are left at most, but never less than 1. Elsewhere more may be left: then no two neighbors fit in `most` bytes, or
  /// `count` is reached. O(n log n).
  mutating func join(to count: Int, most: UInt64) {
    guard joined.count > max(1, count) else { return }
    // Runs of neighbors are joined. At the first range of a run: its last. At the last: its first.
    var otherEnds = Array(joined.indices)
    var isFirst = joined.map { _ in true }
    var left = joined.count
    for index in (1..<joined.count).sorted(by: { (gap(before: $0), $0) < (gap(before: $1), $1) }) where left > count {
      let (first, last) = (otherEnds[index - 1], otherEnds[index])
      guard joined[last].upperBound - joined[first].lowerBound <= most else { continue }
      (otherEnds[first], otherEnds[last], isFirst[index]) = (last, first, false)
      left -= 1
    }
    var (runs, runOfRange): ([Range<UInt64>], [Int]) = ([], [])
    for index in joined.indices {
      if isFirst[index] { runs.append(joined[index].lowerBound..<joined[otherEnds[index]].upperBound) }
      runOfRange.append(runs.count - 1)
    }
    (joined, indices) = (runs, indices.map { runOfRange[$0] })
  }

  /// The bytes between a range and the one before it; 0 if they overlap.
  private func gap(before index: Int) -> UInt64 {
    let (end, start) = (joined[index - 1].upperBound, joined[index].lowerBound)
    return start > end ? start - end : 0
  }
}
