/// Ranges of one file. Those near each other are read at once: a request over a network costs more than some bytes that
/// nobody needs. Those far apart are joined too where a budget asks for it: see `join(to:most:)`.
struct JoinedRanges {
  /// The bytes between two ranges that are read along.
  static let gap: UInt64 = 64 << 10
  /// The most bytes that are read at once, unless a range alone has more.
  static let most: UInt64 = 2 << 20

  /// The joined ranges, ascending.
  var joined: [Range<UInt64>] = []
  /// Per range: the index of the joined range that holds it.
  var indices: [Int]

  /// Joins ranges, which may overlap and be in any order. No joined range has more bytes than `limit`, unless a range
  /// alone has. O(n log n).
  init(_ ranges: [Range<UInt64>], limit: Int) {
    let most = min(Self.most, UInt64(max(0, limit)))
    indices = Array(repeating: 0, count: ranges.count)
    for index in ranges.indices.sorted(by: { ranges[$0].lowerBound < ranges[$1].lowerBound }) {
      let range = ranges[index]
      if let last = joined.last {
        let whole = last.lowerBound..<max(last.upperBound, range.upperBound)
        let isNear = range.lowerBound <= last.upperBound || range.lowerBound - last.upperBound <= Self.gap
        if whole == last || isNear && UInt64(whole.count) <= most {
          joined[joined.count - 1] = whole
          indices[index] = joined.count - 1
          continue
        }
      }
      joined.append(range)
      indices[index] = joined.count - 1
    }
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
    var plan = JoinedRanges(ranges, limit: limit)
    if !isLocal { plan.join(to: requests, most: UInt64(max(0, min(joinedBytes, limit)))) }
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
