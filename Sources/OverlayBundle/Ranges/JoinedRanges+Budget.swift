extension JoinedRanges {
  /// Joins ranges that are far from each other until a number of them is left, those with the smallest gaps first.
  ///
  /// A join that would make more than `most` bytes is left out. Where all ranges lie within `most` bytes, no join can be, so
  /// `count` are left at most, but never less than 1. Elsewhere more may be left: then no two neighbors fit in `most` bytes, or
  /// `count` is reached. O(n log n).
  mutating func join(to count: Int, most: UInt64) {
    guard joined.count > max(1, count) else { return }
    var groups = Groups(joined)
    let byGap = (1..<joined.count).sorted { (gap(before: $0), $0) < (gap(before: $1), $1) }
    for index in byGap where groups.count > count { groups.join(at: index, most: most) }
    guard groups.count < joined.count else { return }
    let groupIndices = groups.groupIndices
    indices = indices.map { groupIndices[$0] }
    joined = groups.ranges
  }

  /// The bytes between a range and the one before it; 0 if they overlap.
  private func gap(before index: Int) -> UInt64 {
    let (end, start) = (joined[index - 1].upperBound, joined[index].lowerBound)
    return start > end ? start - end : 0
  }

  /// Runs of neighbors among some ranges, whose bounds ascend.
  private struct Groups {
    private let members: [Range<UInt64>]
    /// At the first member of a group: its last. At the last: its first. Between them: nothing of use.
    private var otherEnds: [Int]
    /// Whether a group begins with a member.
    private var isFirst: [Bool]
    /// The number of groups.
    private(set) var count: Int

    /// Each range in a group of its own.
    init(_ members: [Range<UInt64>]) {
      (self.members, count) = (members, members.count)
      otherEnds = Array(members.indices)
      isFirst = members.map { _ in true }
    }

    /// Joins the group that begins with a member to the one before it, unless they have more than `most` bytes. O(1).
    mutating func join(at index: Int, most: UInt64) {
      let (first, last) = (otherEnds[index - 1], otherEnds[index])
      guard members[last].upperBound - members[first].lowerBound <= most else { return }
      (otherEnds[first], otherEnds[last], isFirst[index]) = (last, first, false)
      count -= 1
    }

    /// The range of each group.
    var ranges: [Range<UInt64>] {
      members.indices.filter { isFirst[$0] }.map { members[$0].lowerBound..<members[otherEnds[$0]].upperBound }
    }

    /// Per member: the index of its group.
    var groupIndices: [Int] {
      var group = -1
      return isFirst.map { isFirst in
        group += isFirst ? 1 : 0
        return group
      }
    }
  }
}
