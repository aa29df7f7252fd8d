import MapMath
import TestSupport
import Testing

@testable import OvertileShapes

@Suite struct LabelPointTests {
  private let engine: GeometryEngine

  init() throws { engine = try GeometryEngine() }

  @Test func theLabelIsAsFarFromTheOutlineAsItCanBe() throws {
    var clearances: [ShapesOracle.Question] = []
    var circles: [ShapesOracle.Question] = []
    for seed in seeds(60) {
      var random = SeededRandom(seed: seed)
      let x = Double.random(in: 1e9...3e9, using: &random)
      let ring = ShapeFixtures.star(&random, x: x, y: 2e9, radius: 1e6, count: 20)
      let hole = ShapeFixtures.star(&random, x: x, y: 2e9, radius: 1e5, count: 6)
      let shape = try engine.makeValid(ShapeFixtures.polygons([[ring, hole]])).geometry
      let label = try #require(try engine.labelPoint(shape))
      let tolerance = try #require(shape.bounds).longerSide / 250
      clearances.append(.init(ask: "clearance", a: shape.nestedArrays, point: [Double(label.x), Double(label.y)]))
      circles.append(.init(ask: "inscribed", a: shape.nestedArrays, tolerance: tolerance))
      #expect(try GeometryEngine().labelPoint(shape) == label, "seed \(seed)")
    }
    let radii = try ShapesOracle.answers(circles)
    for (clearance, radius) in zip(try ShapesOracle.answers(clearances), radii) {
      // The arcs of the negative buffer, which holds the position nearest the centroid, cost half a percent.
      #expect(clearance > 0 && clearance >= radius * 0.995 - 2e6 / 250 - 1)
    }
  }

  @Test func theLargestPolygonGetsTheLabel() throws {
    let shape = ShapeFixtures.polygons([
      [ShapeFixtures.rectangle(0, 0, 10, 10)], [ShapeFixtures.rectangle(100, 100, 301, 301)],
    ])
    let label = try #require(try engine.labelPoint(shape))
    #expect(abs(Int(label.x) - 200) <= 1 && abs(Int(label.y) - 200) <= 1)
  }

  /// The middle of a rectangle, however long, although many positions are as far inside.
  @Test func amongEqualPositionsTheOneNearestTheCentroidIsTaken() throws {
    for (width, height) in [(4e6, 1e6), (1e6, 4e6), (3e7, 1e6), (1e6, 1e6), (9999, 333)] {
      for offset in [0.0, 1e9, 3.1e9] {
        let shape = ShapeFixtures.polygons([
          [ShapeFixtures.rectangle(offset, 1e9, offset + width, 1e9 + height)]
        ])
        let label = try #require(try engine.labelPoint(shape))
        #expect(abs(Double(label.x) - offset - width / 2) <= 1 && abs(Double(label.y) - 1e9 - height / 2) <= 1)
      }
    }
  }

  /// Shapes across the antimeridian, cut there, are labeled as the same shapes elsewhere.
  @Test func cutShapesAreLabeledAsAWhole() throws {
    let side = WorldGrid.side
    for seed in seeds(30) {
      var random = SeededRandom(seed: seed)
      let ring = ShapeFixtures.star(&random, x: 0, y: 2e9, radius: 1e6, count: 20)
      let elsewhere = try engine.makeValid(ShapeFixtures.polygons([[ring.map { ($0.x + 1e9, $0.y) }]])).geometry
      let whole = ClipGeometry(try engine.makeValid(ShapeFixtures.polygons([[ring]])).geometry)
      var cut = HalfPlane(axis: .x, bound: 0, keepsBelow: false).clip(whole).geometry()
      var west = HalfPlane(axis: .x, bound: 0, keepsBelow: true).clip(whole).geometry()
      west.x = west.x.map { $0 + side }
      cut.append(west)
      cut.y = cut.y.map { $0.rounded() }
      let (label, expected) = (try #require(try engine.labelPoint(cut)), try #require(try engine.labelPoint(elsewhere)))
      let moved = WorldPoint(nearestX: Double(expected.x) - 1e9, y: Double(expected.y))
      let distance = min(label.x &- moved.x, moved.x &- label.x)
      #expect(distance < 8000 && abs(Int(label.y) - Int(moved.y)) < 8000, "seed \(seed)")
    }
    let line = ShapeFixtures.lines([[(side - 100, 50), (side, 50)], [(0, 50), (300, 50)], [(1000, 0), (1200, 0)]])
    #expect(try engine.labelPoint(line) == WorldPoint(x: 100, y: 50))
  }

  @Test func threadsHaveALabelToo() throws {
    let thread = ShapeFixtures.polygons([[ShapeFixtures.rectangle(0, 100, 4e9, 104)]])
    let label = try #require(try engine.labelPoint(thread))
    #expect(thread.holds(Double(label.x), Double(label.y)))
    let sliver = ShapeFixtures.polygons([[[(0, 0), (4e9, 4e9), (4e9, 4e9 + 1)]]])
    #expect(try engine.labelPoint(sliver) != nil)
  }

  @Test func linesAndPoints() throws {
    let lines = ShapeFixtures.lines([[(0, 0), (10, 0)], [(0, 0), (100, 0), (100, 50)]])
    #expect(try engine.labelPoint(lines) == WorldPoint(x: 75, y: 0))
    let points = ShapeFixtures.points([(7, 8), (9, 9)])
    #expect(try engine.labelPoint(points) == WorldPoint(x: 7, y: 8))
    #expect(try engine.labelPoint(WorldGeometry(kind: .polygons)) == nil)
  }
}
