import OvertileShapes
import TestSupport
import Testing

@testable import OvertilePipeline

@Suite struct RepairCostTests {
  private static func ring(_ count: Int, _ random: inout SeededRandom) -> (x: [Double], y: [Double]) {
    var x = (0..<count).map { _ in Double(Int.random(in: 0..<1000, using: &random)) }
    var y = (0..<count).map { _ in Double(Int.random(in: 0..<1000, using: &random)) }
    x.append(x[0])
    y.append(y[0])
    return (x, y)
  }

  /// All pairs of segments, in whole numbers.
  private static func crossings(_ x: [Double], _ y: [Double]) -> Int {
    func side(_ s: Int, _ p: Int) -> Int {
      let (ax, ay, bx, by) = (Int(x[s]), Int(y[s]), Int(x[s + 1]), Int(y[s + 1]))
      return ((bx - ax) * (Int(y[p]) - ay) - (by - ay) * (Int(x[p]) - ax)).signum()
    }
    var count = 0
    for a in 0..<x.count - 1 {
      for b in a + 1..<x.count - 1 where side(a, b) * side(a, b + 1) < 0 && side(b, a) * side(b, a + 1) < 0 {
        count += 1
      }
    }
    return count
  }

  @Test func crossingsAreCounted() {
    for seed in seeds(30) {
      var random = SeededRandom(seed: seed)
      let (x, y) = Self.ring(Int.random(in: 3...80, using: &random), &random)
      var counter = RingCrossings()
      counter.add(0..<x.count, x, y)
      #expect(counter.count() == Self.crossings(x, y), "seed \(seed)")
    }
  }

  /// If there are many pairs, only some are examined: the count is near.
  @Test func manyCrossingsAreEstimated() {
    for seed in seeds(2) {
      var random = SeededRandom(seed: seed)
      let (x, y) = Self.ring(6000, &random)
      var (counter, all) = (RingCrossings(), RingCrossings())
      counter.add(0..<x.count, x, y)
      all.add(0..<x.count, x, y)
      let (found, exact) = (counter.count(), all.count(pairs: .max))
      #expect(abs(found - exact) < exact / 10, "seed \(seed): \(found), \(exact)")
    }
  }

  @Test func neighborsDoNotCross() {
    var counter = RingCrossings()
    counter.add(0..<5, [0, 1, 1, 0, 0], [0, 0, 1, 1, 0])
    #expect(counter.count() == 0)
  }

  /// A feature far beyond a budget is rejected and costs nothing; near it, as much as one just within.
  @Test func whatIsRejectedIsNotRepaired() {
    var random = SeededRandom(seed: 1)
    var (x, y) = Self.ring(200, &random)
    let found = Self.crossings(x, y)
    x = x.map { $0 * 0.1 }
    func repairable(_ allowed: Int, _ x: [Double], _ y: [Double]) -> Int {
      var counter = RingCrossings()
      counter.add(0..<x.count, x, y)
      return counter.repairable(within: ShapeBudget(crossings: allowed, vertices: .max))
    }
    #expect(repairable(.max, x, y) == found)
    #expect(repairable(found, x, y) == found)
    #expect(repairable(found - 1, x, y) == found - 1)
    #expect(repairable(found / 2 - 1, x, y) == 0)
    // Longer than half the world: the segments go the other way around, so their crossings are not known.
    #expect(repairable(found / 3, x.map { $0 * 3 - 150 }, y) == found / 3)
  }
}
