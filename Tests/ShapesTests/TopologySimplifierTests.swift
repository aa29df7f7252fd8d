import COvertileGEOS
import MapMath
import TestSupport
import Testing

@testable import OvertileShapes

@Suite struct TopologySimplifierTests {
  /// Position by position the result of GEOSTopologyPreserveSimplify_r for the same shape.
  private func check(_ shape: WorldGeometry, tolerance: Double, _ engine: GeometryEngine, _ comment: Comment) throws {
    let source = try engine.handle(of: shape)
    let simple = try engine.make("GEOSTopologyPreserveSimplify_r") {
      GEOSTopologyPreserveSimplify_r($0, source.pointer, tolerance)
    }
    let expected =
      shape.kind == .lines ? try engine.lines(of: simple.pointer) : try engine.polygons(of: simple.pointer).geometry
    var simplifier = TopologySimplifier(shape, tolerance: tolerance)
    #expect(simplifier.simplified() == expected, comment)
    var withHulls = TopologySimplifier(shape, tolerance: tolerance, mostPairs: 1)
    #expect(withHulls.simplified() == expected, comment)
  }

  @Test func polygonsAreThoseOfGEOS() throws {
    let engine = try GeometryEngine()
    for seed in seeds(150) {
      var random = SeededRandom(seed: seed)
      let shape = ShapeFixtures.anyValid(&random)
      let size = shape.extent?.longerSide ?? 0
      for share in [0.001, 0.01, 0.05, 0.3] {
        try check(shape, tolerance: size * share, engine, "seed \(seed), \(share)")
      }
    }
  }

  /// Crossing, touching and repeated segments on a small grid, where most positions are on others.
  @Test func linesAreThoseOfGEOS() throws {
    let engine = try GeometryEngine()
    for seed in seeds(400) {
      var random = SeededRandom(seed: seed)
      var lines: [[ShapeFixtures.Position]] = []
      for _ in 0..<Int.random(in: 1...4, using: &random) {
        var line: [ShapeFixtures.Position] = []
        for _ in 0..<Int.random(in: 2...30, using: &random) {
          line.append((Double(Int.random(in: 0...9, using: &random)), Double(Int.random(in: 0...9, using: &random))))
        }
        if Bool.random(using: &random) { line.append(line[0]) }
        lines.append(line)
      }
      for tolerance in [0.5, 1, 2, 4] {
        try check(ShapeFixtures.lines(lines), tolerance: tolerance, engine, "seed \(seed), \(tolerance)")
      }
    }
  }

  /// Teeth side by side, level and askew: the boxes of askew ones all overlap, unless they are turned.
  @Test(arguments: [10.0, 700_010]) func neighborsOfOneShapeDoNotCross(rise: Double) throws {
    let engine = try GeometryEngine()
    var ring: [ShapeFixtures.Position] = [(-50_000, 200_000), (-50_000, 0)]
    for tooth in 0..<200 {
      let y = Double(tooth) * 1000
      ring += [(0, y), (1_000_000, y + rise), (1_000_000, y + rise + 290), (100, y + 310)]
    }
    let comb = ShapeFixtures.polygons([[ring]])
    for tolerance in [5, 40, 400, 4000] { try check(comb, tolerance: Double(tolerance), engine, "\(tolerance)") }
  }

  /// Each half of a fading saw holds all the rest: as many levels as teeth.
  @Test func noShapeIsTooDeep() {
    let saw = (0..<4_000).map { index -> ShapeFixtures.Position in
      let x = Double(index) * 10
      let top = 1_000_000 - 5 * x
      return (x, index % 2 == 0 ? 0 : top)
    }
    var simplifier = TopologySimplifier(ShapeFixtures.lines([saw]), tolerance: 3)
    #expect(simplifier.simplified().x.count > 2_000)
  }
}
