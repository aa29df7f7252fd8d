import TestSupport
import Testing

@testable import OvertileShapes

@Suite struct ArcStartsTests {
  /// Against a dictionary: few arcs begin at most positions, and hundreds at some.
  @Test func arcsAreNumberedAsTheyAreFirstSeen() {
    for seed in seeds(50) {
      var random = SeededRandom(seed: seed)
      let count = Int32.random(in: 2...400, using: &random)
      var starts = ArcStarts(positionCount: Int(count))
      var known: [SIMD2<Int32>: Int32] = [:]
      for _ in 0..<2000 {
        let isHub = Int.random(in: 0..<3, using: &random) == 0
        let first = isHub ? 0 : Int32.random(in: 0..<count, using: &random)
        let second = Int32.random(in: 0..<count, using: &random)
        let expected = known[[first, second]] ?? Int32(known.count)
        known[[first, second]] = expected
        #expect(starts.arc(from: first, to: second) == expected, "seed \(seed)")
      }
    }
  }
}
