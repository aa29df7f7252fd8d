import OvertileCore
import TestSupport
import Testing

@testable import OvertileClustering

@Suite struct RadixSortTests {
  @Test func equalsAStableSort() {
    for seed in seeds(200) {
      var random = SeededRandom(seed: seed)
      let count = Int.random(in: 0...300, using: &random)
      let greatest = UInt64.max >> UInt64.random(in: 0...64, using: &random)
      var sort = RadixSort(capacity: count)
      var pairs: [(key: UInt64, payload: UInt32)] = []
      for index in 0..<count {
        pairs.append((.random(in: 0...greatest, using: &random), UInt32(index)))
        sort.keys[index] = pairs[index].key
        sort.payloads[index] = UInt32(index)
      }
      pairs.sort { $0 < $1 }
      sort.sort(count: count, greatest: greatest)
      let isSorted =
        sort.keys.elementsEqual(pairs.map(\.key)) && sort.payloads.elementsEqual(pairs.map(\.payload))
      #expect(isSorted, "seed \(seed)")
    }
  }

  /// Digests that are spread, that lie close, that are few or equal, and that are not spread at all.
  @Test(arguments: [UInt64.max, 1 << 52, 1000, 7, 0]) func ordersAsAStableSortDoes(greatest: UInt64) {
    for seed in seeds(12) {
      var random = SeededRandom(seed: seed)
      var digests = (0..<Int.random(in: 0...2000, using: &random)).map { _ in
        UInt64.random(in: 0...greatest, using: &random)
      }
      if seed.isMultiple(of: 3) { digests = digests.map { $0 % 50 } + [.max] }
      let order = RadixSort.order(of: Column(digests))
      #expect(order.map { Int($0) } == digests.indices.sorted { (digests[$0], $0) < (digests[$1], $1) }, "seed \(seed)")
    }
  }

  @Test func ordersEqualDigestsByTheirContents() {
    for seed in seeds(12) {
      var random = SeededRandom(seed: seed)
      let count = Int.random(in: 0...300, using: &random)
      let digests = (0..<count).map { _ in UInt64.random(in: 0...9, using: &random) << 60 }
      let contents = (0..<count).map { _ in UInt8.random(in: 0...4, using: &random) }
      let order = RadixSort.order(of: Column(digests)) { contents[Int($0)] < contents[Int($1)] }
      let expected = digests.indices.sorted {
        (digests[$0], contents[$0], $0) < (digests[$1], contents[$1], $1)
      }
      #expect(order.map { Int($0) } == expected, "seed \(seed)")
    }
  }
}
