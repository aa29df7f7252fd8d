import MapMath
import TestSupport
import Testing

@testable import OvertileShapes

@Suite struct SegmentRunsTests {
  /// Rings of steps by a few units, so that runs are long, turn over, and touch; and rings of random positions.
  private func walks(_ random: inout SeededRandom) -> WorldGeometry {
    let reach = Int.random(in: 1...6, using: &random)
    let side = Double(Int.random(in: 8...200, using: &random))
    let rings = (0..<Int.random(in: 1...4, using: &random)).map { _ -> [ShapeFixtures.Position] in
      var (x, y) = (
        Double(Int.random(in: 0...Int(side), using: &random)), Double(Int.random(in: 0...Int(side), using: &random))
      )
      return (0..<Int.random(in: 3...80, using: &random)).map { _ in
        x = min(max(x + Double(Int.random(in: -reach...reach, using: &random)), 0), side)
        y = min(max(y + Double(Int.random(in: -reach...reach, using: &random)), 0), side)
        return (x, y)
      }
    }
    return ShapeFixtures.polygons(rings.map { [$0] }).withoutRepeatedPositions().geometry
  }

  /// Against every pair of segments: all that touch come, once, and no segment with the one after it.
  @Test func allPairsThatTouchComeOnce() throws {
    var (touching, complete) = (0, 0)
    for seed in seeds(2000) {
      var random = SeededRandom(seed: seed)
      let shape = walks(&random)
      guard !shape.isEmpty else { continue }
      var expected: Set<[Int]> = []
      var all: [(index: Int, segment: SegmentContact.Segment)] = []
      shape.forEachSegment { all.append(($0, $1)) }
      for (rank, one) in all.enumerated() {
        for other in all[(rank + 1)...] where other.index != one.index + 1 {
          let meet = one.segment.box.meets(other.segment.box) && SegmentContact.touch(one.segment, other.segment)
          if meet { expected.insert([one.index, other.index]) }
        }
      }
      var found: [[Int]] = []
      let areAll = SegmentRuns(shape).allSatisfy { one, first, other, second in
        #expect(first.box.meets(second.box) && other != one + 1 && one < other, "seed \(seed)")
        if SegmentContact.touch(first, second) { found.append([one, other]) }
        return true
      }
      guard areAll == true else { continue }
      #expect(Set(found) == expected && found.count == expected.count, "seed \(seed)")
      complete += 1
      touching += expected.count
    }
    #expect(touching > 1000 && complete > 1500)
  }

  /// Against the grid, which follows rows of cells instead of the rings.
  @Test func ringsNestAsInTheGrid() throws {
    var (proper, improper) = (0, 0)
    for seed in seeds(1000) {
      var random = SeededRandom(seed: seed)
      let shape = SegmentGridTests.islands(&random)
      guard !shape.isEmpty, let grid = SegmentGrid(shape), grid.areAllApart(), let nesting = RingNesting(grid)
      else { continue }
      let runs = SegmentRuns(shape)
      #expect(runs.areAllApart() == true, "seed \(seed)")
      #expect(try #require(RingNesting(runs)).isProper() == nesting.isProper(), "seed \(seed)")
      if nesting.isProper() { proper += 1 } else { improper += 1 }
    }
    #expect(proper > 500 && improper > 20)
  }

  /// The boxes of spokes all meet: neither their pairs nor the rings around each are looked for.
  @Test func spokesAreLeftToOthers() {
    let spokes = (0..<2000).flatMap { step -> [ShapeFixtures.Position] in
      [(0, Double(step) * 3), (1_000_000, Double(step) * 3 + 1_000_000), (0, Double(step) * 3 + 1)]
    }
    let shape = ShapeFixtures.polygons([[spokes + [(-10, 9000), (-10, -10)]]])
    #expect(SegmentRuns(shape).areAllApart() == nil)
    #expect(shape.isStrictlySimple())
  }
}
