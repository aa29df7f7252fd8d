import MapMath
import TestSupport
import Testing

@testable import OvertileShapes

@Suite struct UnionTests {
  @Test func theUnionDoesNotDependOnOrder() throws {
    let engine = try GeometryEngine()
    var questions: [ShapesOracle.Question] = []
    var areas: [Double] = []
    for seed in seeds(25) {
      var random = SeededRandom(seed: seed)
      var shapes = (0..<12).map { _ in
        let (x, y) = (Double.random(in: 1e9...1.4e9, using: &random), Double.random(in: 1e9...1.4e9, using: &random))
        return ShapeFixtures.polygons([
          [ShapeFixtures.star(&random, x: x, y: y, radius: 1e8, count: 20, innerShare: 0.8)]
        ])
      }
      let union = try engine.union(of: shapes)
      for _ in 0..<4 {
        shapes.shuffle(using: &random)
        #expect(try GeometryEngine().union(of: shapes) == union, "seed \(seed)")
      }
      questions.append(.init(ask: "valid", a: union.nestedArrays))
      questions.append(.init(ask: "area", a: shapes.flatMap(\.nestedArrays)))
      areas.append(union.area)
      #expect(union.x.allSatisfy { $0 == $0.rounded() }, "seed \(seed)")
    }
    let answers = try ShapesOracle.answers(questions)
    for (index, area) in areas.enumerated() {
      #expect(answers[2 * index] == 1 && abs(answers[2 * index + 1] - area) < 1e-6 * area)
    }
  }

  @Test func theCanonicalFormIsFixed() throws {
    let engine = try GeometryEngine()
    let union = try engine.union(of: [
      ShapeFixtures.polygons([[ShapeFixtures.rectangle(50, 50, 150, 150).reversed()]]),
      ShapeFixtures.polygons([[ShapeFixtures.rectangle(0, 0, 100, 100)]]),
      ShapeFixtures.polygons([[ShapeFixtures.rectangle(300, 0, 310, 10)]]),
    ])
    #expect(union.x == [0, 100, 100, 150, 150, 50, 50, 0, 0, 300, 310, 310, 300, 300])
    #expect(union.y == [0, 0, 50, 50, 150, 150, 100, 100, 0, 0, 0, 10, 10, 0])
    #expect(try engine.union(of: []).isEmpty)
  }

  /// In steps, like shapely's in one: the same area, valid, disjoint, and the same whatever the order.
  @Test func theUnionInStepsIsTheUnion() throws {
    var questions: [ShapesOracle.Question] = []
    var areas: [Double] = []
    for seed in seeds(4) {
      var random = SeededRandom(seed: seed)
      // From separate shapes to one that holds nearly all; more than two levels of steps.
      let radius = [2e6, 1e7, 3e7, 1e8][areas.count % 4]
      var shapes = (0..<1500).map { _ in
        let (x, y) = (Double.random(in: 1e9...2e9, using: &random), Double.random(in: 1e9...2e9, using: &random))
        return ShapeFixtures.polygons([
          [ShapeFixtures.star(&random, x: x, y: y, radius: radius, count: 12, innerShare: 0.8)]
        ])
      }
      let union = try Self.unionInSteps(shapes, turned: false)
      shapes.shuffle(using: &random)
      let again = try Self.unionInSteps(shapes, turned: true)
      #expect(again == union, "seed \(seed)")
      questions.append(.init(ask: "valid", a: union.nestedArrays))
      questions.append(.init(ask: "area", a: shapes.flatMap(\.nestedArrays)))
      areas.append(union.area)
    }
    let answers = try ShapesOracle.answers(questions)
    for (index, area) in areas.enumerated() {
      #expect(answers[2 * index] == 1 && abs(answers[2 * index + 1] - area) < 1e-6 * area, "radius \(index)")
    }
  }

  /// Every step with an engine of its own, in one order or the other.
  private static func unionInSteps(_ shapes: [WorldGeometry], turned: Bool) throws -> WorldGeometry {
    var tree = UnionTree(shapes)
    while let steps = tree.steps {
      var outcomes: [Int: WorldGeometry] = [:]
      for index in turned ? Array(steps.indices.reversed()) : Array(steps.indices) {
        outcomes[index] = try GeometryEngine().united(steps[index])
      }
      tree.finish(steps.indices.compactMap { outcomes[$0] })
    }
    return tree.result
  }

  @Test func nothingAndOneShapeAreTheirOwnUnion() throws {
    #expect(UnionTree([]).steps == nil && UnionTree([]).result.isEmpty)
    let one = ShapeFixtures.polygons([[ShapeFixtures.rectangle(0, 0, 100, 100)]])
    #expect(try Self.unionInSteps([one], turned: false) == GeometryEngine().union(of: [one]))
  }
}
