import OvertileCore
import TestSupport
import Testing

@Suite struct SortedSearchTests {
  /// Short lists with equal elements and gaps, and values in, between and around them.
  @Test func partitioningIsThatOfAWalk() {
    for seed in seeds(200) {
      var random = SeededRandom(seed: seed)
      let sorted = (0..<Int.random(in: 0...40, using: &random)).map { _ in Int.random(in: 0...20, using: &random) }
        .sorted()
      for value in -1...21 {
        let part = sorted.dropFirst(3)
        let walked = [
          sorted.firstIndex { $0 >= value } ?? sorted.count, part.firstIndex { $0 > value } ?? part.endIndex,
        ]
        let found = [sorted.partitioningIndex { $0 >= value }, part.partitioningIndex { $0 > value }]
        #expect(found == walked, "seed \(seed)")
      }
    }
  }

  @Test func keysAreFoundWhereTheyFirstStand() {
    for seed in seeds(200) {
      var random = SeededRandom(seed: seed)
      let sorted = (0..<Int.random(in: 0...40, using: &random))
        .map { (key: UInt64.random(in: 0...30, using: &random), place: $0) }.sorted { $0 < $1 }
      for key in 0...31 as ClosedRange<UInt64> {
        let walked = sorted.firstIndex { $0.key == key }
        let found = (0..<sorted.count).sortedIndex(of: key) { sorted[$0].key }
        #expect(sorted.sortedIndex(of: key, by: \.key) == walked && found == walked, "seed \(seed)")
      }
    }
  }

  /// The list may be a file: each read costs.
  @Test func looksAreFew() {
    for power in 0..<62 {
      let count = 1 << power
      for target in [0, 1, count / 2, count - 1, count] {
        var looks = 0
        let found = (0..<count).partitioningIndex { index in
          looks += 1
          return index >= target
        }
        #expect(found == target && looks <= power + 1)
      }
    }
  }

  private struct Broken: Error {}

  @Test func errorsComeOut() {
    #expect(throws: Broken.self) { try (0..<5).partitioningIndex { _ in throw Broken() } }
    #expect(throws: Broken.self) { try (0..<5).sortedIndex(of: 1) { _ throws -> Int in throw Broken() } }
  }
}
