import OvertileCore

/// Ranges of one file. Those near each other are read at once: a request over a network costs more than some bytes that
/// nobody needs. Those far apart are joined too, as far as a number of requests needs it and a budget of bytes allows it.
struct JoinedRanges {
  /// The bytes between two ranges that are read along.
  static let gap: UInt64 = 64 << 10
  /// The most bytes that are read at once, unless a range alone has more.
  static let most: UInt64 = 2 << 20

  /// The joined ranges, ascending.
  let joined: [Range<UInt64>]
  /// Per range: the index of the joined range that holds it.
  let indices: [Int]

  /// Joins ranges, which may overlap and be in any order. O(n^2).
  ///
  /// Of those near each other, no joined range has more bytes than `limit`, unless a range alone has. Then those with the
  /// smallest gaps are joined, until `requests` are left. A join that would make more than `budget` bytes is left out: where
  /// all ranges lie within so many bytes, no join can be, so that `requests` are left at most, but never less than 1.
  /// Elsewhere more may be left.
  init(_ ranges: [Range<UInt64>], limit: Int, requests: Int = .max, budget: UInt64 = 0) {
    let most = min(Self.most, UInt64(max(0, limit)))
    var runs: [Range<UInt64>] = []
    // Of ranges with one start, the longest comes first and holds the others.
    for range in ranges.sorted(by: { ($0.lowerBound, $1.upperBound) < ($1.lowerBound, $0.upperBound) }) {
      if let last = runs.last {
        let whole = last.lowerBound..<max(last.upperBound, range.upperBound)
        let isNear = range.lowerBound <= last.upperBound || range.lowerBound - last.upperBound <= Self.gap
        if whole == last || isNear && UInt64(whole.count) <= most {
          runs[runs.count - 1] = whole
          continue
        }
      }
      runs.append(range)
    }
    while runs.count > max(1, requests) {
      let pairs = runs.indices.dropFirst().filter { runs[$0].upperBound - runs[$0 - 1].lowerBound <= budget }
      guard let next = pairs.min(by: { Self.gap(before: $0, in: runs) < Self.gap(before: $1, in: runs) }) else { break }
      runs[next - 1] = runs[next - 1].lowerBound..<runs.remove(at: next).upperBound
    }
    (joined, indices) = (runs, ranges.map { range in runs.partitioningIndex { $0.lowerBound > range.lowerBound } - 1 })
  }

  /// The bytes between a range and the one before it; 0 if they overlap.
  private static func gap(before index: Int, in ranges: [Range<UInt64>]) -> UInt64 {
    let (end, start) = (ranges[index - 1].upperBound, ranges[index].lowerBound)
    return start > end ? start - end : 0
  }
}

extension BundleFile {
  /// The number of ranges of a file that are read at a time.
  private static let readsAhead = 8

  /// Exactly the bytes of each range; none is empty. Those near each other are one read, and so are others as far as a number
  /// of `requests` needs it and `joinedBytes` allow it. Files of the file system have no requests: copying costs more there.
  ///
  /// A range beyond the end of the file is an error of its own. If reading fails, it fails for all ranges that are read
  /// together.
  func bytes(
    _ ranges: [Range<UInt64>], limit: Int, requests: Int, joinedBytes: Int
  ) async -> [Result<[UInt8], any Error>] {
    let plan = JoinedRanges(
      ranges, limit: limit, requests: isLocal ? .max : requests, budget: UInt64(max(0, min(joinedBytes, limit))))
    let found = await concurrently(plan.joined, width: Self.readsAhead) { joined in
      await result { try await available(joined) }
    }
    return ranges.indices.map { index in
      let (range, joined) = (ranges[index], plan.joined[plan.indices[index]])
      return found[plan.indices[index]].flatMap { bytes in
        Result { try part(range, of: bytes, from: joined.lowerBound) }
      }
    }
  }
}
