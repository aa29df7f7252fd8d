import MapMath
import OvertileCore
import TestSupport
import Testing

@testable import OvertileShapes

@Suite struct SimplifyTests {
  private let engine: GeometryEngine

  init() throws { engine = try GeometryEngine() }

  @Test(arguments: [ShapeMethod.topology, .douglasPeucker])
  func theResultIsValidAndWithinTheTolerance(method: ShapeMethod) throws {
    var validity: [ShapesOracle.Question] = []
    var distances: [ShapesOracle.Question] = []
    var tolerances: [Double] = []
    var (before, after) = (0, 0)
    for seed in seeds(40) {
      var random = SeededRandom(seed: seed)
      let shape = try engine.makeValid(ShapeFixtures.anyValid(&random)).geometry
      let longer = try #require(shape.bounds).longerSide
      let tolerance = longer * Double.random(in: 0.001...0.02, using: &random)
      let simple = try engine.simplify(shape, method, tolerance: tolerance)
      (before, after) = (before + shape.x.count, after + simple.x.count)
      validity.append(.init(ask: "valid", a: simple.nestedArrays))
      distances.append(.init(ask: "hausdorff", a: shape.nestedArrays, b: simple.nestedArrays))
      tolerances.append(tolerance)
    }
    #expect(after < before * 9 / 10)
    #expect(try ShapesOracle.answers(validity).allSatisfy { $0 == 1 })
    #expect(try zip(ShapesOracle.answers(distances), tolerances).allSatisfy { $0 <= $1 + 1 })
  }

  @Test func linesKeepTheirEnds() throws {
    let line = ShapeFixtures.lines([[(0, 0), (50, 1), (100, 0), (100, 100)]])
    for method in [ShapeMethod.topology, .douglasPeucker] {
      let simple = try engine.simplify(line, method, tolerance: 5)
      #expect(simple.x == [0, 100, 100] && simple.y == [0, 0, 100])
    }
  }

  /// Each tooth is cut from all that follow: GEOS would call itself for each, and need O(n^2).
  @Test func whatIsCutTooUnevenlyStaysAsItIs() throws {
    func comb(_ teeth: Int) -> WorldGeometry {
      let points = (0..<teeth).flatMap { tooth -> [ShapeFixtures.Position] in
        let x = Double(tooth) * 10
        return [(x, 0), (x, 1_000_000), (x + 4, 1_000_000), (x + 4, 0)]
      }
      let base: [ShapeFixtures.Position] = [(0, -50), (Double(teeth) * 10, -50)]
      return ShapeFixtures.polygons([[base + points.reversed()]])
    }
    for method in [ShapeMethod.topology, .douglasPeucker] {
      #expect(try engine.simplify(comb(5000), method, tolerance: 20_000_000) == comb(5000))
      #expect(try engine.simplify(comb(500), method, tolerance: 20_000_000) != comb(500))
    }
    var random = SeededRandom(seed: 1)
    let star = ShapeFixtures.star(&random, x: 0, y: 0, radius: 1e9, count: 20_000, innerShare: 0.9)
    #expect(!SectionScan.isUneven(ShapeFixtures.polygons([[star]])))
  }

  @Test func noneAndZeroChangeNothing() throws {
    var random = SeededRandom(seed: 1)
    let shape = ShapeFixtures.anyValid(&random)
    #expect(try engine.simplify(shape, .nothing, tolerance: 1e9) == shape)
    #expect(try engine.simplify(shape, .topology, tolerance: 0) == shape)
  }

  @Test func aSmallPolygonVanishesOnlyWithDouglasPeucker() throws {
    let octagon: [ShapeFixtures.Position] = [(3, 0), (6, 0), (9, 3), (9, 6), (6, 9), (3, 9), (0, 6), (0, 3)]
    let small = ShapeFixtures.polygons([[octagon]])
    #expect(try engine.simplify(small, .douglasPeucker, tolerance: 1000).isEmpty)
    #expect(try !engine.simplify(small, .topology, tolerance: 1000).isEmpty)
  }
}
