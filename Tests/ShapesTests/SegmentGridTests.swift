import MapMath
import TestSupport
import Testing

@testable import OvertileShapes

@Suite struct SegmentGridTests {
  /// Rings through a few positions of a small grid, where most of them touch, as polygons with and without holes.
  private func tangle(_ random: inout SeededRandom, sides: ClosedRange<Int> = 4...40) -> WorldGeometry {
    let side = Int.random(in: sides, using: &random)
    var polygons: [[[ShapeFixtures.Position]]] = []
    for _ in 0..<Int.random(in: 1...5, using: &random) {
      polygons.append(
        (0..<Int.random(in: 1...3, using: &random)).map { _ in
          (0..<Int.random(in: 3...9, using: &random)).map { _ in
            (Double(Int.random(in: 0..<side, using: &random)), Double(Int.random(in: 0..<side, using: &random)))
          }
        })
    }
    return ShapeFixtures.polygons(polygons).withoutRepeatedPositions().geometry
  }

  /// Squares in a lattice, some with holes, islands in them, and now and then one that does not belong there.
  static func islands(_ random: inout SeededRandom) -> WorldGeometry {
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

  /// Against the sweep, which compares nothing that the grid does.
  @Test func simpleShapesAreThoseOfTheSweep() {
    var (simple, gridded) = (0, 0)
    for seed in seeds(4000) {
      var random = SeededRandom(seed: seed)
      let shape = seed.isMultiple(of: 2) ? tangle(&random, sides: 4...400) : Self.islands(&random)
      guard !shape.isEmpty else { continue }
      var sweep = RingSweep(shape)
      let expected = sweep.isStrictlySimple()
      #expect(shape.isStrictlySimple() == expected, "seed \(seed)")
      if expected { simple += 1 }
      if SegmentGrid(shape) != nil { gridded += 1 }
    }
    #expect(simple > 1000 && gridded > 3000)
  }

  /// A ring most of whose positions lie in a few small squares: the cells there are crowded.
  private func crowd(_ random: inout SeededRandom) -> WorldGeometry {
    var ring: [ShapeFixtures.Position] = []
    for _ in 0..<Int.random(in: 1...4, using: &random) {
      let (x, y) = (
        Double(Int.random(in: 0...100_000, using: &random)), Double(Int.random(in: 0...100_000, using: &random))
      )
      let size = Int.random(in: 20...2000, using: &random)
      for _ in 0..<Int.random(in: 30...120, using: &random) {
        ring.append(
          (x + Double(Int.random(in: 0...size, using: &random)), y + Double(Int.random(in: 0...size, using: &random))))
      }
    }
    return ShapeFixtures.polygons([[ring]]).withoutRepeatedPositions().geometry
  }

  /// Against every pair, in crowded cells, too.
  @Test func pairsWhoseRectanglesMeetShareACell() throws {
    for seed in seeds(500) {
      var random = SeededRandom(seed: seed)
      let shape = seed.isMultiple(of: 5) ? crowd(&random) : tangle(&random, sides: 10...300)
      guard let grid = SegmentGrid(shape) else { continue }
      var all: [(Int, BoxTree.Box)] = []
      shape.forEachSegment { index, segment in all.append((index, segment.box)) }
      var expected: Set<[Int]> = []
      for (rank, one) in all.enumerated() {
        for other in all[(rank + 1)...] where other.0 != one.0 + 1 && one.1.meets(other.1) {
          expected.insert([one.0, other.0])
        }
      }
      var found: Set<[Int]> = []
      _ = grid.allSatisfy { one, _, other, _ in
        found.insert([one, other])
        return true
      }
      #expect(found == expected, "seed \(seed)")
      #expect(try #require(CellCounts(shape)).pairs >= expected.count, "seed \(seed)")
    }
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

  /// The squares and paths in columns are those of the areas, which no code but the test of one square is common to.
  @Test func roundingInColumnsIsRoundingInAreas() throws {
    var columns = 0
    for seed in seeds(2000) {
      var random = SeededRandom(seed: seed)
      let shape = tangle(&random, sides: 4...200)
      guard !shape.isEmpty, PixelColumns(shape) != nil else { continue }
      columns += 1
      #expect(Overlay(shape).snapped() == Overlay(shape).snappedInAreas(), "seed \(seed)")
    }
    #expect(columns > 1000)
  }

  /// The area under an outline that runs from east to west, with a lake.
  private func coast(_ random: inout SeededRandom) -> WorldGeometry {
    var (ring, y): ([ShapeFixtures.Position], Double) = ([(0, 2000), (400, 2000)], 1000)
    for step in (1..<40).reversed() {
      y = min(max(y + Double(Int.random(in: -60...60, using: &random)), 600), 1400)
      ring.append((Double(step) * 10 + Double(Int.random(in: 0..<9, using: &random)), y))
    }
    return ShapeFixtures.polygons([[ring, ShapeFixtures.rectangle(100, 1500, 300, 1600)]]).withoutRepeatedPositions()
      .geometry
  }

  /// Rings that lie side by side once they are rounded, as those of shapes that were valid before do, need no sweep, and
  /// give what the sweep gives.
  @Test func linkedRingsAreThoseOfTheArrangement() throws {
    var (linked, branched) = (0, 0)
    for seed in seeds(600) {
      var random = SeededRandom(seed: seed)
      let shape = coast(&random).rounded(to: Double(Int.random(in: 5...40, using: &random)))
      guard !shape.isEmpty, let columns = PixelColumns(shape) else { continue }
      var owners: [Int32] = []
      for polygon in shape.polygonEnds.indices {
        owners += shape.rings(ofPolygon: polygon).map { _ in Int32(polygon) }
      }
      let rings = RoundedRings(shape, over: columns)
      guard let polygons = rings.polygons(polygonOfRing: owners) else { continue }
      linked += 1
      if rings.isBranch.contains(true) { branched += 1 }
      let arrangement = try #require(Arrangement(x: rings.x, y: rings.y, steps: rings.steps), "seed \(seed)")
      let sides = arrangement.sides(polygonOfRing: owners)
      #expect(polygons == sides.flatMap { arrangement.polygons($0) }, "seed \(seed)")
    }
    #expect(linked > 50 && branched > 10, "\(linked) linked, \(branched) with branches")
  }

  /// Half of the positions of a tile's edge to edge outline are rounded onto others.
  @Test func aCoastRoundedToATileIsValid() throws {
    let engine = try GeometryEngine()
    for seed in seeds(10) {
      var random = SeededRandom(seed: seed)
      var (ring, y): ([ShapeFixtures.Position], Double) = ([(0, 4000), (4000, 4000)], 2000)
      for step in (0..<4000).reversed() {
        y += Double(Int.random(in: -3...3, using: &random))
        ring.append((Double(step) + Double(Int.random(in: -4...4, using: &random)), y))
      }
      let coast = ShapeFixtures.polygons([[ring]]).withoutRepeatedPositions().geometry
      let result = try #require(Overlay(coast).snapped(), "seed \(seed)")
      #expect(try PixelColumns(coast) != nil && engine.isValidForGEOS(result), "seed \(seed)")
      #expect(result == Overlay(coast).snappedInAreas(), "seed \(seed)")
    }
  }
}

extension WorldGeometry {
  /// The same rings on a coarser grid.
  fileprivate func rounded(to unit: Double) -> WorldGeometry {
    var result = self
    result.x = x.map { ($0 / unit).rounded() }
    result.y = y.map { ($0 / unit).rounded() }
    return result.withoutRepeatedPositions().geometry
  }
}
