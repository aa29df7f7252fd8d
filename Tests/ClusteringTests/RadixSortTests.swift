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
      #expect(sort.keys.elementsEqual(pairs.map(\.key)), "seed \(seed)")
      #expect(sort.payloads.elementsEqual(pairs.map(\.payload)), "seed \(seed)")
    }
  }
}
