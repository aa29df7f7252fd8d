import MapMath
import TestSupport
import Testing

@testable import OvertileShapes

@Suite struct BorderSnappingTests {
  /// The middle of the map, where a meter is 107 units.
  private let middle = WorldGrid.side / 2
  private let meter = SnapDistance(meters: 1)

  private func rectangle(_ west: Double, _ north: Double, _ east: Double, _ south: Double) -> [ShapeFixtures.Position] {
    ShapeFixtures.rectangle(middle + west, middle + north, middle + east, middle + south)
  }

  private func polygon(_ ring: [ShapeFixtures.Position]) -> WorldGeometry { ShapeFixtures.polygons([[ring]]) }

  private func snapped(_ shapes: [WorldGeometry], within distance: SnapDistance? = nil) throws -> [WorldGeometry] {
    var snapping = try #require(try BorderSnapping(OrderedShapes(shapes), within: distance ?? meter) {})
    let changed = snapping.snapped()
    return shapes.indices.map { changed[$0] ?? shapes[$0] }
  }

  /// The positions of a shape without their repetitions, relative to the middle.
  private func positions(_ shape: WorldGeometry) -> [[Double]] {
    zip(shape.x, shape.y).map { [$0 - middle, $1 - middle] }
  }

  @Test func aMeterIsTheSameOnTheGroundAtEveryLatitude() {
    // The circumference of the equator, and of the parallel at 60 degrees on the ellipsoid, in meters.
    #expect(SnapDistance(meters: 40_075_016.686).units(y: middle) == WorldGrid.side)
    let parallel = SnapDistance(meters: 20_088_000.567).units(y: WorldGrid.y(latitude: 60))
    #expect(abs(parallel - WorldGrid.side) < 10)
    #expect(SnapDistance(meters: 0.001).units(y: middle) == 0)
  }

  @Test func aVertexOnAnEdgeBecomesItsVertex() throws {
    let west = polygon(rectangle(0, 0, 5000, 9000))
    let shapes = [west, polygon(rectangle(5000, 0, 9000, 4000)), polygon(rectangle(5000, 4000, 9000, 9000))]
    let result = try snapped(shapes, within: SnapDistance(meters: 0.001))
    #expect(positions(result[0]) == [[0, 0], [5000, 0], [5000, 4000], [5000, 9000], [0, 9000], [0, 0]])
    #expect(result[1...] == shapes[1...])
  }

  @Test func aGapCloses() throws {
    let shapes = [
      polygon(rectangle(0, 0, 5000, 9000)),
      polygon([(5060, 30), (9000, 0), (9000, 9000), (5080, 8990), (5040, 4000)].map { (middle + $0, middle + $1) }),
    ]
    let result = try snapped(shapes)
    #expect(positions(result[0]) == [[0, 0], [5000, 0], [5040, 4000], [5000, 9000], [0, 9000], [0, 0]])
    #expect(positions(result[1]) == [[5000, 0], [9000, 0], [9000, 9000], [5000, 9000], [5040, 4000], [5000, 0]])
    #expect(try snapped(shapes, within: SnapDistance(meters: 0.3)) == shapes)
  }

  @Test func aLineThatEndsShortOfAnotherReachesIt() throws {
    let shapes = [
      ShapeFixtures.lines([[(middle, middle), (middle + 5000, middle)]]),
      ShapeFixtures.lines([[(middle + 2000, middle + 90), (middle + 2000, middle + 5000)]]),
    ]
    let result = try snapped(shapes)
    #expect(positions(result[0]) == [[0, 0], [2000, 90], [5000, 0]] && result[1] == shapes[1])
  }

  /// At an angle of a right angle or so, vertices are near the other border as they should be.
  @Test func bordersThatMeetAtAnAngleStay() throws {
    let shapes = [
      polygon([(0, 0), (50, 60), (5000, 5000), (0, 9000)].map { (middle + $0, middle + $1) }),
      polygon([(0, 0), (-5000, 9000), (-5000, 4000), (-50, 60)].map { (middle + $0, middle + $1) }),
    ]
    #expect(try snapped(shapes) == shapes)
  }

  @Test func smallAndThinPolygonsStay() throws {
    let shapes = [
      polygon(rectangle(0, 0, 5000, 9000)), polygon(rectangle(5030, 1000, 5090, 1060)),
      polygon(rectangle(5010, 3000, 5050, 5000)),
    ]
    let result = try snapped(shapes)
    #expect(result[..<2].allSatisfy { $0.isStrictlySimple() } && result[1] == shapes[1])
    #expect(Shoelace.doubledArea(result[2].x, result[2].y, result[2].positions(ofRing: 0)) > 0)
  }

  @Test func whatLiesOnTheEdgeOfTheMapStaysThere() throws {
    let side = WorldGrid.side
    let shapes = [
      polygon([(side - 9000, middle), (side, middle), (side, middle + 5000), (side - 9000, middle + 5000)]),
      polygon([
        (side - 9000, middle + 5050), (side, middle + 5050), (side - 20, middle + 7000), (side, middle + 9000),
        (side - 9000, middle + 9000),
      ]),
      polygon([(side - 40, middle + 5100), (side, middle + 6000), (side, middle + 8000)]),
    ]
    for (shape, source) in zip(try snapped(shapes), shapes) {
      let (onEdge, before) = (shape.x.count { $0 == side }, source.x.count { $0 == side })
      #expect(shape.x.max() == side && onEdge >= before - 1)
    }
  }

  @Test func coveragesThatMatchStay() throws {
    let engine = try GeometryEngine()
    for seed in seeds(10) {
      var random = SeededRandom(seed: seed)
      let grid = CoverageFixtures(&random, side: 6, length: 1000, steps: 5)
      for shapes in [grid.cells, try grid.shapes(&random, count: 5, engine)] {
        // At the edge of the map a unit is 0.8 mm: 25 units.
        #expect(try snapped(shapes, within: SnapDistance(meters: 0.02)) == shapes, "seed \(seed)")
      }
    }
  }

  /// A coverage in which every cell has its own version of each position, some units off, and some have none.
  private func mismatched(
    _ random: inout SeededRandom, _ grid: CoverageFixtures, off: Double, dropping share: Double = 0
  ) -> [WorldGeometry] {
    grid.cells.map { cell in
      let ring = cell.positions(ofRing: 0).dropLast().compactMap { index -> ShapeFixtures.Position? in
        if Double.random(in: 0..<1, using: &random) < share { return nil }
        let x = cell.x[index] + Double.random(in: -off...off, using: &random).rounded()
        return (middle + x, middle + cell.y[index] + Double.random(in: -off...off, using: &random).rounded())
      }
      return polygon(ring)
    }
  }

  @Test func jitteredCoveragesMatchAgain() throws {
    let engine = try GeometryEngine()
    for seed in seeds(10) {
      var random = SeededRandom(seed: seed)
      let grid = CoverageFixtures(&random, side: 5, length: 6000, steps: 3)
      let shapes = mismatched(&random, grid, off: 35)
      let result = try snapped(shapes)
      let edges = UndirectedSegment.counts(grid.cells).values.count { $0 == 2 }
      #expect(UndirectedSegment.counts(result).values.count { $0 == 2 } == edges, "seed \(seed)")
      for (shape, source) in zip(result, shapes) {
        let isNear = farthest(shape, source) <= 107 && farthest(source, shape) <= 107
        #expect(try engine.isValid(shape) && isNear, "seed \(seed)")
      }
    }
  }

  /// Positions that only one side has are put into the other, if they are within the distance of it.
  @Test func shapesStayWithinTheDistance() throws {
    for seed in seeds(10) {
      var random = SeededRandom(seed: seed)
      let grid = CoverageFixtures(&random, side: 5, length: 800, steps: 6)
      let shapes = mismatched(&random, grid, off: 40, dropping: 0.2)
      let valid = shapes.filter { $0.isStrictlySimple() }
      for (shape, source) in zip(try snapped(valid), valid) {
        #expect(farthest(shape, source) <= 107 && farthest(source, shape) <= 107, "seed \(seed)")
      }
    }
  }

  /// The greatest distance of a position of one ring from the segments of another.
  private func farthest(_ one: WorldGeometry, _ other: WorldGeometry) -> Double {
    one.x.indices.map { index in
      let position = GridPosition(x: one.x[index], y: one.y[index])
      return other.positions(ofRing: 0).dropLast().map { start in
        SegmentFoot(of: position, on: SegmentContact.Segment(other.x, other.y, start)).squaredDistance
      }.min() ?? .infinity
    }.max()?.squareRoot() ?? 0
  }

  @Test func theOrderOfShapesDoesNotMatter() throws {
    for seed in seeds(10) {
      var random = SeededRandom(seed: seed)
      let grid = CoverageFixtures(&random, side: 5, length: 1500, steps: 6)
      let shapes = mismatched(&random, grid, off: 40, dropping: 0.1).filter { $0.isStrictlySimple() }
      let order = shapes.indices.shuffled(using: &random)
      let (result, other) = (try snapped(shapes), try snapped(order.map { shapes[$0] }))
      #expect(other == order.map { result[$0] } && result != shapes, "seed \(seed)")
    }
  }

  /// By comparing every position with every segment.
  @Test func allNearPositionsAreFound() throws {
    for seed in seeds(5) {
      var random = SeededRandom(seed: seed)
      let grid = CoverageFixtures(&random, side: 4, length: 1500, steps: 20)
      let shapes = mismatched(&random, grid, off: 40)
      let network = ArcNetwork(OrderedShapes(shapes))
      let borders = FreeBorders(network)
      var steps = 1 << 30
      let found = try #require(try borders.nearPositions(within: meter, steps: &steps) {})
      var expected: Set<GridPosition> = []
      for (one, shape) in shapes.enumerated() {
        for position in zip(shape.x, shape.y).map({ GridPosition(x: $0, y: $1) }) {
          let isNear = shapes.enumerated().contains { other, shape in
            other != one
              && shape.positions(ofRing: 0).dropLast().contains { start in
                let segment = SegmentContact.Segment(shape.x, shape.y, start)
                return !segment.ends(atX: position.x, y: position.y)
                  && SegmentFoot(of: position, on: segment).squaredDistance <= 107 * 107
              }
          }
          if isNear { expected.insert(position) }
        }
      }
      #expect(Set(found.map { borders.position(Int($0)) }) == expected && !expected.isEmpty, "seed \(seed)")
    }
  }
}
