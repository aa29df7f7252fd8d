import MapMath
import TestSupport
import Testing

@testable import OvertileShapes

@Suite struct CoverageSimplifierTests {
  private let engine: GeometryEngine

  init() throws { engine = try GeometryEngine() }

  private static let tolerances = [4000.0, 1000, 300, 90, 20]

  /// Per level: the shapes.
  private func levels(
    _ shapes: [WorldGeometry], _ tolerances: [Double] = Self.tolerances, threads: Int = 1
  ) throws -> [[WorldGeometry]] {
    var simplifier = CoverageSimplifier(OrderedShapes(shapes), threads: threads)
    for tolerance in tolerances { #expect(try simplifier.addLevel(tolerance: tolerance) {}) }
    let coverage = simplifier.coverage
    return tolerances.indices.map { level in
      shapes.enumerated().map { index, shape in coverage.shape(index, shape, level: level) }
    }
  }

  /// Whether two of some segments meet other than at common ends.
  private func haveConflict(_ segments: Set<UndirectedSegment>) -> Bool {
    let all = segments.map(\.segment)
    return all.indices.contains { one in
      all[(one + 1)...].contains { SegmentContact.crossInside(all[one], $0) }
    }
  }

  @Test func coveragesStayCoverages() throws {
    var questions: [ShapesOracle.Question] = []
    var (areas, distances): ([Double], [(Double, Int)]) = ([], [])
    var (before, after) = (0, 0)
    for seed in seeds(12) {
      var random = SeededRandom(seed: seed)
      let grid = CoverageFixtures(&random, side: 6, length: 1000, steps: 7)
      let sources = seed % 2 == 0 ? grid.cells : try grid.shapes(&random, count: 5, engine)
      let border = Set(UndirectedSegment.counts(sources).filter { $0.value == 1 }.keys)
      let corners = Set(border.flatMap { [[$0.ax, $0.ay], [$0.bx, $0.by]] })
      for (shapes, tolerance) in zip(try levels(sources), Self.tolerances) {
        let comment: Comment = "seed \(seed), tolerance \(tolerance)"
        let counts = UndirectedSegment.counts(shapes)
        // A border within the coverage is the same on both sides; only its outline has one side.
        #expect(!haveConflict(Set(counts.keys)) && counts.values.allSatisfy { $0 <= 2 }, comment)
        let outline = counts.filter { $0.value == 1 }.keys
        #expect(outline.allSatisfy { corners.contains([$0.ax, $0.ay]) && corners.contains([$0.bx, $0.by]) }, comment)
        for (shape, source) in zip(shapes, sources) {
          let hasItsRings = shape.polygonEnds == source.polygonEnds && shape.ringEnds.count == source.ringEnds.count
          let areWound = shape.ringEnds.indices.allSatisfy { ring in
            let sides = [shape, source].map { Shoelace.doubledArea($0.x, $0.y, $0.positions(ofRing: ring)) > 0 }
            return sides[0] == sides[1]
          }
          #expect(try engine.isValid(shape) && hasItsRings && areWound, comment)
          questions.append(.init(ask: "hausdorff", a: source.nestedArrays, b: shape.nestedArrays))
          distances.append((tolerance, questions.count - 1))
          (before, after) = (before + source.x.count, after + shape.x.count)
        }
        questions.append(.init(ask: "area", a: shapes.flatMap(\.nestedArrays)))
        areas.append(shapes.reduce(0) { $0 + $1.area })
      }
    }
    #expect(after < before * 2 / 3)
    let answers = try ShapesOracle.answers(questions)
    #expect(distances.allSatisfy { answers[$0.1] <= $0.0 * (1 + 1e-9) })
    let unions = zip(questions, answers).filter { $0.0.ask == "area" }.map(\.1)
    #expect(zip(areas, unions).allSatisfy { abs($0 - $1) <= $0 * 1e-9 })
  }

  @Test func theOrderOfTheShapesDoesNotMatter() throws {
    for seed in seeds(10) {
      var random = SeededRandom(seed: seed)
      let grid = CoverageFixtures(&random, side: 5, length: 1000, steps: 6)
      let sources = try grid.shapes(&random, count: 6, engine)
      let order = sources.indices.shuffled(using: &random)
      let (plain, shuffled) = (try levels(sources), try levels(order.map { sources[$0] }))
      for level in plain.indices {
        for (index, source) in order.enumerated() {
          #expect(plain[level][source].canonical() == shuffled[level][index].canonical(), "seed \(seed)")
        }
      }
    }
  }

  @Test func aLevelDrawsAPartOfTheNext() throws {
    for seed in seeds(5) {
      var random = SeededRandom(seed: seed)
      let all = try levels(CoverageFixtures(&random, side: 5, length: 1000, steps: 9).cells)
      for (coarse, fine) in zip(all, all.dropFirst()) {
        for (one, other) in zip(coarse, fine) {
          let positions = Set(zip(other.x, other.y).map { [$0, $1] })
          #expect(zip(one.x, one.y).allSatisfy { positions.contains([$0, $1]) }, "seed \(seed)")
        }
      }
    }
  }

  /// An island in a bay: dropping the bay would put it on the land.
  @Test func anIslandStaysOnItsSideOfTheCoast() throws {
    let land = ShapeFixtures.polygons([
      [[(0, 0), (0, 1000), (450, 1000), (460, 930), (540, 930), (550, 1000), (1000, 1000), (1000, 0)]]
    ])
    let island = ShapeFixtures.polygons([[ShapeFixtures.rectangle(490, 960, 510, 980)]])
    #expect(try levels([land], [100])[0][0].holds(500, 970))
    let shapes = try levels([land, island], [100])[0]
    let isOutside = zip(shapes[1].x, shapes[1].y).allSatisfy { !shapes[0].holds($0, $1) }
    #expect(isOutside && shapes[1].x.count == 4 && !haveConflict(Set(UndirectedSegment.all(shapes))))
  }

  /// Lines keep the positions at which they meet, share the course that they share, and pass no other.
  @Test func linesOfANetworkStayTogether() throws {
    let wave = (1...40).map { step -> ShapeFixtures.Position in (Double(step) * 10, step % 2 == 0 ? 3 : -3) }
    let one = ShapeFixtures.lines([[(-100, -100)] + wave + [(500, 100)]])
    let other = ShapeFixtures.lines([[(-100, 100)] + wave + [(500, -100)]])
    let branch = ShapeFixtures.lines([[(200, 3), (205, 50), (200, 100)]])
    let shapes = try levels([one, other, branch], [10])[0]
    let middle = zip(shapes[0].x, shapes[0].y).dropFirst().dropLast().map { [$0, $1] }
    #expect(middle == zip(shapes[1].x, shapes[1].y).dropFirst().dropLast().map { [$0, $1] })
    #expect(middle.contains([200, 3]) && middle.count < 6)
    #expect(shapes[2].x == [200, 200] && shapes[2].y == [3, 100])
  }

  /// Lines of a feature side by side, one of which ends below the arch of another.
  @Test func linesDoNotFlipAcrossTheirSisters() throws {
    let lines = ShapeFixtures.lines([[(0, 0), (100, 20), (200, 0)], [(90, 5), (110, 5)], [(0, 40), (200, 40)]])
    let simple = try levels([lines], [30])[0][0]
    #expect(simple == lines)
  }

  /// Shapes that overlap in the source overlap afterwards, each valid.
  @Test func overlappingShapesMayCross() throws {
    for seed in seeds(20) {
      var random = SeededRandom(seed: seed)
      let stars = (0..<6).map { _ in
        ShapeFixtures.polygons([
          [
            ShapeFixtures.star(
              &random, x: Double(Int.random(in: 0...900, using: &random)),
              y: Double(Int.random(in: 0...900, using: &random)),
              radius: 1000, count: 90, innerShare: 0.7)
          ]
        ])
      }
      var count = 0
      for (shapes, tolerance) in zip(try levels(stars, [200, 50, 10]), [200.0, 50, 10]) {
        #expect(try shapes.allSatisfy { try engine.isValid($0) }, "seed \(seed), tolerance \(tolerance)")
        count += shapes.reduce(0) { $0 + $1.x.count }
      }
      #expect(count < 3 * 6 * 91, "seed \(seed)")
    }
  }

  /// A thousand shapes over each other cross each other millions of times; the simplifier gives up.
  @Test func tooManyShapesOverEachOtherAreGivenUp() throws {
    var random = SeededRandom(seed: 1)
    let stars = (0..<1000).map { _ in
      ShapeFixtures.polygons([
        [ShapeFixtures.star(&random, x: 0, y: 0, radius: 1e6, count: 40, innerShare: 0.7)]
      ])
    }
    var simplifier = CoverageSimplifier(OrderedShapes(stars))
    #expect(try !simplifier.addLevel(tolerance: 100_000) {})
  }

  /// Threads divide a coverage of this size.
  @Test func theNumberOfThreadsDoesNotMatter() throws {
    var random = SeededRandom(seed: 3)
    let shapes = CoverageFixtures(&random, side: 24, length: 1000, steps: 80).cells
    #expect(shapes.reduce(0) { $0 + $1.x.count } > 1 << 17)
    let one = try levels(shapes)
    for threads in [2, 7] { #expect(try levels(shapes, threads: threads) == one, "\(threads) threads") }
  }

  /// Two thin sides that fall onto one segment get positions back, and so do rings of few positions.
  @Test func noRingCollapses() throws {
    let sliver = (0...20).map { step -> ShapeFixtures.Position in (Double(step) * 50, Double(step % 3)) }
    let back = (1..<20).map { step -> ShapeFixtures.Position in (Double(20 - step) * 50, Double(step % 2) + 5) }
    let shapes = [
      ShapeFixtures.polygons([[sliver + back]]),
      ShapeFixtures.polygons([[sliver + [(1000, -500), (0, -500)]]]),
      ShapeFixtures.polygons([[[(0, 0)] + back.reversed() + [sliver[20], (1000, 500), (0, 500)]]]),
    ]
    for level in try levels(shapes, [100_000, 1000, 100]) {
      let areRings = level.allSatisfy { $0.x.count >= 4 && $0.area > 0 }
      #expect(areRings && !haveConflict(Set(UndirectedSegment.all(level))))
    }
  }

  @Test func pointsAndNoShapesAreLeftAlone() throws {
    let points = ShapeFixtures.points([(1, 2)])
    let line = ShapeFixtures.lines([[(0, 0), (5, 1), (10, 0)]])
    #expect(try levels([points, line], [5])[0] == [points, ShapeFixtures.lines([[(0, 0), (10, 0)]])])
    #expect(try levels([], [5]) == [[]])
  }

  /// Islands that no level draws change nothing, however near they are; drawn later, they meet what is drawn as if they had
  /// been there from then on.
  @Test func whatIsNotDrawnBringsNothingBack() throws {
    var different = 0
    for seed in seeds(12) {
      var random = SeededRandom(seed: seed)
      let cells = CoverageFixtures(&random, side: 4, length: 1000, steps: 7).cells
      let borders = UndirectedSegment.counts(cells).keys.map(\.segment)
      let islands = (0..<40).compactMap { _ -> WorldGeometry? in
        let (x, y) = (
          Double(Int.random(in: -200...4200, using: &random)), Double(Int.random(in: -200...4200, using: &random))
        )
        let island = ShapeFixtures.polygons([[ShapeFixtures.rectangle(x, y, x + 20, y + 20)]])
        let touches = UndirectedSegment.counts([island]).keys.contains { side in
          borders.contains { SegmentContact.touch($0, side.segment) && $0.box.meets(side.segment.box) }
        }
        return touches ? nil : island
      }
      let shapes = cells + islands
      let first = Int.random(in: 1...Self.tolerances.count, using: &random)
      var simplifier = CoverageSimplifier(OrderedShapes(shapes))
      for (level, tolerance) in Self.tolerances.enumerated() {
        let isDrawn = { (shape: Int, _: Int) in shape < cells.count || level >= first }
        #expect(try simplifier.addLevel(tolerance: tolerance, drawing: isDrawn) {})
      }
      let coverage = simplifier.coverage
      let alone = try levels(cells)
      let (all, comment) = (try levels(shapes), Comment("seed \(seed)"))
      for level in Self.tolerances.indices {
        let drawn = cells.indices.map { coverage.shape($0, cells[$0], level: level) }
        if drawn != Array(all[level].prefix(cells.count)) { different += 1 }
        let areValid = try drawn.allSatisfy { try engine.isValid($0) }
        #expect(areValid && (level >= first || drawn == alone[level]), comment)
        guard level >= first else { continue }
        let rings = islands.indices.map { coverage.shape(cells.count + $0, islands[$0], level: level) }
        let islandsAlone = haveConflict(Set(UndirectedSegment.counts(rings).keys))
        #expect(islandsAlone || !haveConflict(Set(UndirectedSegment.counts(rings + drawn).keys)), comment)
      }
    }
    #expect(different > 0)
  }
}
