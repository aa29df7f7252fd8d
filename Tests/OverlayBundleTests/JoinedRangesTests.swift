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
      for (range, index) in zip(ranges, plan.indices) {
        #expect(plan.joined[index].contains(range.lowerBound) && plan.joined[index].upperBound >= range.upperBound)
      }
      let most = min(JoinedRanges.most, UInt64(limit))
      for (index, joined) in plan.joined.enumerated() {
        let parts = ranges.indices.filter { plan.indices[$0] == index }.map { ranges[$0] }
        #expect(joined.lowerBound == parts.map(\.lowerBound).min(), "seed \(seed)")
        #expect(joined.upperBound == parts.map(\.upperBound).max(), "seed \(seed)")
        #expect(UInt64(joined.count) <= most || parts.contains(joined), "seed \(seed)")
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
      let found = await file.bytes(ranges, limit: 200_000)
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

  private static func ranges(upTo end: UInt64, using random: inout SeededRandom) -> [Range<UInt64>] {
    (0..<Int.random(in: 1...12, using: &random)).map { _ in
      let start = UInt64.random(in: 0..<end - 5000, using: &random)
      return start..<start + .random(in: 1...(Bool.random(using: &random) ? 4000 : 100), using: &random)
    }
  }
}
