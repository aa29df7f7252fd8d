import TestSupport
import Testing

@testable import OverlayBundle

/// Ranges near each other are one read, and every range comes out as it is in the file.
@Suite struct JoinedRangesTests {
  @Test func joinsAllThatAreNearAndNoOthers() {
    for seed in seeds(500) {
      var random = SeededRandom(seed: seed)
      let limit = Int.random(in: 1...4_000_000, using: &random)
      let ranges = Self.ranges(upTo: 3_000_000, using: &random)
      let plan = JoinedRanges(ranges, limit: limit)
      expectHeld(ranges, by: plan)
      let most = min(JoinedRanges.most, UInt64(limit))
      for (index, joined) in plan.joined.enumerated() {
        let parts = ranges.indices.filter { plan.indices[$0] == index }.map { ranges[$0] }
        let isTight =
          joined.lowerBound == parts.map(\.lowerBound).min() && joined.upperBound == parts.map(\.upperBound).max()
        #expect(isTight && (UInt64(joined.count) <= most || parts.contains(joined)), "seed \(seed)")
        guard index > 0 else { continue }
        let last = plan.joined[index - 1]
        let isFar = joined.lowerBound > last.upperBound + JoinedRanges.gap
        let first = parts.min { $0.lowerBound < $1.lowerBound } ?? joined
        #expect(isFar || max(last.upperBound, first.upperBound) - last.lowerBound > most, "seed \(seed)")
      }
    }
  }

  @Test func rangesAreTheBytesOfTheFile() async throws {
    for seed in seeds(20) {
      var random = SeededRandom(seed: seed)
      let bytes = (0..<UInt64(300_000)).map { UInt8(truncatingIfNeeded: $0 &* ($0 >> 8 | 1)) }
      let reader = CountingRangeReader(MemoryRangeReader(["a": bytes]))
      let file = BundleFile(path: "a", bundle: "", reader: reader)
      // Some end beyond the file.
      let ranges = Self.ranges(upTo: 310_000, using: &random)
      let found = await file.bytes(ranges, limit: 200_000, requests: .max, joinedBytes: 0)
      for (range, result) in zip(ranges, found) {
        if range.upperBound <= UInt64(bytes.count) {
          #expect(try result.get() == Array(bytes[Int(range.lowerBound)..<Int(range.upperBound)]), "seed \(seed)")
        } else {
          #expect(throws: BundleError.self) { try result.get() }
        }
      }
      #expect(reader.requests.count == JoinedRanges(ranges, limit: 200_000).joined.count, "seed \(seed)")
    }
  }

  /// Against the plain rule: as long as there are too many, those two are joined that have the smallest gap of all that may be.
  @Test func joinsTheSmallestGapsFirst() {
    for seed in seeds(500) {
      var random = SeededRandom(seed: seed)
      let ranges = Self.ranges(upTo: 3_000_000, using: &random)
      let (count, most) = (Int.random(in: 0...4, using: &random), UInt64.random(in: 0...3_200_000, using: &random))
      let near = JoinedRanges(ranges, limit: 4_000_000)
      let plan = JoinedRanges(ranges, limit: 4_000_000, requests: count, budget: most)
      #expect(plan.joined == Self.joined(near.joined, to: count, most: most), "seed \(seed)")
      expectHeld(ranges, by: plan)
      let span = ranges.map(\.upperBound).max().map { $0 - (ranges.map(\.lowerBound).min() ?? 0) } ?? 0
      let areFew = span > most || plan.joined.count <= max(1, count)
      let areSmall = plan.joined.allSatisfy { UInt64($0.count) <= most || near.joined.contains($0) }
      #expect(areFew && areSmall, "seed \(seed)")
    }
  }

  private func expectHeld(_ ranges: [Range<UInt64>], by plan: JoinedRanges) {
    let areHeld = zip(ranges, plan.indices).allSatisfy { range, index in
      plan.joined[index].lowerBound <= range.lowerBound && plan.joined[index].upperBound >= range.upperBound
    }
    #expect(areHeld)
  }

  private static func joined(_ ranges: [Range<UInt64>], to count: Int, most: UInt64) -> [Range<UInt64>] {
    var ranges = ranges
    while ranges.count > max(1, count) {
      let pairs = ranges.indices.dropFirst().filter { ranges[$0].upperBound - ranges[$0 - 1].lowerBound <= most }
      let gap = { (index: Int) in Int64(ranges[index].lowerBound) - Int64(ranges[index - 1].upperBound) }
      guard let next = pairs.min(by: { max(0, gap($0)) < max(0, gap($1)) }) else { break }
      ranges.replaceSubrange(next - 1...next, with: [ranges[next - 1].lowerBound..<ranges[next].upperBound])
    }
    return ranges
  }

  private static func ranges(upTo end: UInt64, using random: inout SeededRandom) -> [Range<UInt64>] {
    (0..<Int.random(in: 1...12, using: &random)).map { _ in
      let start = UInt64.random(in: 0..<end - 5000, using: &random)
      return start..<start + .random(in: 1...(Bool.random(using: &random) ? 4000 : 100), using: &random)
    }
  }
}
