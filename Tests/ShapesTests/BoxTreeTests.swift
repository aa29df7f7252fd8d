import TestSupport
import Testing

@testable import OvertileShapes

@Suite struct BoxTreeTests {
  private func randomBoxes(_ random: inout SeededRandom, count: Int) -> [WorldBounds] {
    (0..<count).map { _ in
      let (x, y) = (Double.random(in: 0..<1000, using: &random), Double.random(in: 0..<1000, using: &random))
      let (width, height) = (Double.random(in: 0..<60, using: &random), Double.random(in: 0..<60, using: &random))
      return WorldBounds(minX: x, minY: y, maxX: x + width, maxY: y + height)
    }
  }

  /// Every pair of boxes that meet and have both marks together comes once, however the tree is divided.
  @Test func pairsAreThoseOfAllBoxes() {
    for seed in seeds(40) {
      var random = SeededRandom(seed: seed)
      let boxes = randomBoxes(&random, count: [0, 1, 2, 7, 8, 9, 64, 65, 300][Int(seed % 9)])
      let marks = boxes.map { _ in UInt8.random(in: 0...3, using: &random) }
      var expected: Set<[Int]> = []
      for one in boxes.indices {
        for other in one..<boxes.count
        where marks[one] | marks[other] == 3 && boxes[one].meets(boxes[other]) {
          expected.insert([one, other])
        }
      }
      // A tree in the boxes' own order has other nodes, and the same pairs.
      for tree in [BoxTree(boxes), BoxTree(inOrder: boxes)] {
        let all = tree.marks { marks[$0] }
        for count in [1, 10, 1000] {
          var found: [[Int]] = []
          let isWanted = { (one: Int, other: Int) in all[one] | all[other] == 3 }
          for pair in tree.pairs(dividedInto: count, where: isWanted) {
            let areAll = tree.allPairsSatisfy(below: pair, where: isWanted) { one, other in
              found.append([min(one, other), max(one, other)])
              return true
            }
            #expect(areAll == true)
          }
          #expect(found.count == expected.count && Set(found) == expected, "seed \(seed), \(count) parts")
        }
      }
    }
  }
}
