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
      for ring in shape.ringEnds.indices {
        for index in shape.positions(ofRing: ring).dropLast() {
          all.append((index, SegmentContact.Segment(shape.x, shape.y, index)))
        }
      }
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

  /// Squares in a lattice, some with holes, islands in them, and now and then one that does not belong there.
  private func islands(_ random: inout SeededRandom) -> WorldGeometry {
    var polygons: [[[ShapeFixtures.Position]]] = []
    for column in 0..<Int.random(in: 1...12, using: &random) {
      for row in 0..<Int.random(in: 1...4, using: &random) {
        let (x, y) = (Double(column) * 1000, Double(row) * 1000)
        func square(_ half: Double) -> [ShapeFixtures.Position] {
          ShapeFixtures.rectangle(x - half, y - half, x + half, y + half)
        }
        let sizes = [490.0, 400, 300, 200, 100].filter { _ in Bool.random(using: &random) }
        for pair in stride(from: 0, to: sizes.count, by: 2) {
          polygons.append(sizes[pair..<min(pair + 2, sizes.count)].map(square))
        }
        if Int.random(in: 0..<40, using: &random) == 0 { polygons.append([square(50)]) }
        if !polygons.isEmpty, Int.random(in: 0..<40, using: &random) == 0 {
          polygons[polygons.count - 1].append(square(20))
        }
      }
    }
    return ShapeFixtures.polygons(polygons.shuffled(using: &random))
  }

  /// Shapes that the quick test finds simple are valid for GEOS; where no rings touch, also the other way around.
  @Test func simpleShapesAreValidForGEOS() throws {
    let engine = try GeometryEngine()
    var (simple, invalid) = (0, 0)
    for seed in seeds(2000) {
      var random = SeededRandom(seed: seed)
      let isApart = seed.isMultiple(of: 2)
      let shape = isApart ? islands(&random) : walks(&random)
      guard !shape.isEmpty else { continue }
      let isValid = try engine.isValidForGEOS(shape)
      #expect(isApart ? shape.isStrictlySimple() == isValid : !shape.isStrictlySimple() || isValid, "seed \(seed)")
      if shape.isStrictlySimple() { simple += 1 }
      if !isValid { invalid += 1 }
    }
    #expect(simple > 500 && invalid > 500)
  }

  /// A thousand holes side by side: rays to the west would pass all of them.
  @Test func manyHolesInARowNestProperly() {
    let holes = (0..<1000).map { index -> [ShapeFixtures.Position] in
      ShapeFixtures.rectangle(Double(index) * 10 + 2, 2, Double(index) * 10 + 8, 4)
    }
    let exterior = ShapeFixtures.rectangle(0, 0, 10_000, 6)
    #expect(ShapeFixtures.polygons([[exterior] + holes]).isStrictlySimple())
    #expect(ShapeFixtures.polygons([[exterior] + holes, [holes[500].map { ($0.x, $0.y + 100) }]]).isStrictlySimple())
    #expect(!ShapeFixtures.polygons([[exterior] + holes + [ShapeFixtures.rectangle(0, 8, 5, 9)]]).isStrictlySimple())
  }

  /// The boxes of spokes all meet: their pairs are left to GEOS, and to the budget.
  @Test func spokesAreLeftToGEOS() throws {
    let spokes = (0..<2000).flatMap { step -> [ShapeFixtures.Position] in
      [(0, Double(step) * 3), (1_000_000, Double(step) * 3 + 1_000_000), (0, Double(step) * 3 + 1)]
    }
    let shape = ShapeFixtures.polygons([[spokes + [(-10, 9000), (-10, -10)]]])
    let engine = try GeometryEngine()
    #expect(try !shape.isStrictlySimple() && engine.examine(shape).isValid)
    #expect { try engine.examine(shape, within: ShapeBudget(crossings: 1000, vertices: 10_000)) } throws: {
      ($0 as? ShapeError)?.code == .tooComplex
    }
  }
}
