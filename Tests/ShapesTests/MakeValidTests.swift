import MapMath
import TestSupport
import Testing

@testable import OvertileShapes

@Suite struct MakeValidTests {
  private let engine: GeometryEngine

  init() throws { engine = try GeometryEngine() }

  @Test func aValidPolygonIsOnlyWound() throws {
    let ring = ShapeFixtures.rectangle(0, 0, 100, 50)
    let hole = ShapeFixtures.rectangle(10, 10, 20, 20)
    let expected = ShapeFixtures.polygons([[ring, hole.reversed()]])
    let valid = try engine.makeValid(ShapeFixtures.polygons([[ring, hole]]))
    #expect(!valid.isRepaired && valid.droppedParts == 0 && valid.geometry.area == expected.area)
    #expect(valid.geometry.positions(ofRing: 0).map { valid.geometry.x[$0] } == [0, 100, 100, 0, 0])
    #expect(Shoelace.doubledArea(valid.geometry.x, valid.geometry.y, 5..<10) == -200)
  }

  @Test func aBowTieFallsIntoTwoTrianglesAndOverlappingPartsAreJoined() throws {
    let bowTie = ShapeFixtures.polygons([[[(0, 0), (100, 100), (100, 0), (0, 100)]]])
    let valid = try engine.makeValid(bowTie)
    #expect(valid.isRepaired && valid.geometry.polygonEnds == [1, 2] && valid.geometry.area == 5000)
    let parts = ShapeFixtures.polygons([
      [ShapeFixtures.rectangle(0, 0, 100, 100)], [ShapeFixtures.rectangle(50, 50, 150, 150)],
    ])
    let joined = try engine.makeValid(parts)
    #expect(joined.isRepaired && joined.geometry.polygonEnds == [1] && joined.geometry.area == 17_500)
  }

  @Test func holesThatTouchOrLeaveTheirShellAreTakenOut() throws {
    let shell = ShapeFixtures.rectangle(0, 0, 100, 100)
    let touching = try engine.makeValid(ShapeFixtures.polygons([[shell, [(0, 50), (50, 40), (50, 60)]]]))
    #expect(!touching.isRepaired, "a touch in one point is valid")
    let along = try engine.makeValid(ShapeFixtures.polygons([[shell, ShapeFixtures.rectangle(0, 40, 50, 60)]]))
    #expect(along.isRepaired && along.geometry.ringEnds.count == 1 && along.geometry.area == 9000)
    let outside = try engine.makeValid(ShapeFixtures.polygons([[shell, ShapeFixtures.rectangle(200, 0, 300, 10)]]))
    #expect(outside.geometry.area == 11_000, "what is no hole of anything is a polygon")
  }

  @Test func whatHasNoAreaOrLengthIsDroppedAndCounted() throws {
    let shell = ShapeFixtures.rectangle(0, 0, 100, 100)
    let flat: [ShapeFixtures.Position] = [(10, 10), (20, 10), (30, 10)]
    let valid = try engine.makeValid(ShapeFixtures.polygons([[shell, flat], [flat, shell]]))
    #expect(valid.droppedParts == 2)
    #expect(valid.geometry.area == 10_000, "a flat ring takes no other with it")
    let lines = try engine.makeValid(ShapeFixtures.lines([[(1, 1), (1, 1)], [(1, 1), (1, 1), (2, 2)]]))
    #expect(lines.droppedParts == 1 && lines.geometry.x == [1, 2])
    let cancelled = ShapeFixtures.polygons([[shell, shell.reversed()]])
    for (shape, words) in [
      (ShapeFixtures.polygons([[flat]]), ""), (ShapeFixtures.lines([[(1, 1), (1, 1)]]), ""),
      (cancelled, "cancel each other"),
    ] {
      #expect { try engine.makeValid(shape) } throws: { error in
        (error as? ShapeError).map { $0.code == .collapsed && (words.isEmpty || $0.message.contains(words)) } == true
      }
    }
  }

  /// A repaired polygon covers what an odd number of its rings is around.
  @Test func theOrderOfRingsDoesNotMatter() throws {
    let squares = [200.0, 150, 100, 60, 30].map { ShapeFixtures.rectangle(-$0, -$0, $0, $0) }
    let apart = ShapeFixtures.rectangle(500, 0, 600, 100)
    let holeFirst = [squares[1], squares[0]]
    let across = ShapeFixtures.rectangle(100, 100, 150, 150)
    var cases = [
      [holeFirst], [[squares[3], squares[0], across]], [squares], [squares.reversed()], [holeFirst, [apart]],
      [[apart], holeFirst], [[squares[2], apart]], [[squares[0], squares[1], squares[1]]],
      [[squares[0], ShapeFixtures.rectangle(-200, -50, 300, 50)]],
    ]
    for seed in seeds(40) {
      var random = SeededRandom(seed: seed)
      cases.append([
        (0..<Int.random(in: 2...4, using: &random)).map { _ in
          let numbers = (0..<3).map { _ in Double(Int.random(in: 20...900, using: &random)) }
          return ShapeFixtures.rectangle(numbers[0], numbers[1], numbers[0] + numbers[2], numbers[1] + 300)
        }
      ])
    }
    let areas = try cases.map { try engine.makeValid(ShapeFixtures.polygons($0)).geometry.area }
    let expected = try ShapesOracle.answers(cases.map { .init(ask: "odd", a: ShapeFixtures.polygons($0).nestedArrays) })
    #expect(areas == expected)
  }

  /// Rings along the lines of a lattice touch, overlap and cross in positions and within segments; the truth is a count of
  /// the lattice's cells.
  @Test func ringsOfALatticeAreDividedWithoutRounding() throws {
    let (all, step) = (seeds(300), 10.0)
    var exact = 0
    for seed in all {
      var random = SeededRandom(seed: seed)
      let rings = (0..<Int.random(in: 1...4, using: &random)).map { _ -> [ShapeFixtures.Position] in
        var at = SIMD2(Double(Int.random(in: 0...6, using: &random)), Double(Int.random(in: 0...6, using: &random)))
        var ring = [at]
        for turn in 0..<Int.random(in: 3...12, using: &random) {
          at[turn % 2] += Double([-2, -1, 1, 2][Int.random(in: 0...3, using: &random)])
          ring.append(at)
        }
        ring.append(SIMD2(ring[0].x, at.y))
        return ring.map { ($0.x * step, $0.y * step) }
      }
      let shape = ShapeFixtures.polygons([rings])
      if shape.withoutRepeatedPositions().geometry.noded() != nil { exact += 1 }
      let cells = (-30...40).map { (Double($0) + 0.5) * step }
      let inside = cells.reduce(0) { total, x in
        total
          + cells.count { y in
            rings.reduce(0) { crossings, ring in
              crossings + zip(ring, ring.dropFirst() + ring.prefix(1)).count { $0.x > x && ($0.y > y) != ($1.y > y) }
            } % 2 == 1
          }
      }
      let area = try? engine.makeValid(shape).geometry.area
      #expect(area ?? 0 == Double(inside) * step * step, "seed \(seed)")
    }
    #expect(exact > all.count / 10 || all.count < 10)
  }

  @Test func randomScribblesBecomeValid() throws {
    var questions: [ShapesOracle.Question] = []
    for seed in seeds(150) {
      var random = SeededRandom(seed: seed)
      let span = [30.0, 1000, 4e9][Int(seed % 3)]
      func scribble(_ count: Int) -> [ShapeFixtures.Position] {
        (0..<count).map { _ in
          (Double.random(in: 0...span, using: &random).rounded(), Double.random(in: 0...span, using: &random).rounded())
        }
      }
      let shape = ShapeFixtures.polygons([[scribble(12), scribble(5)], [scribble(8)]])
      let valid = try engine.makeValid(shape)
      let again = try engine.makeValid(valid.geometry)
      let isWhole = valid.geometry.x.allSatisfy { $0 == $0.rounded() }
      #expect(valid.isRepaired && isWhole && again.geometry == valid.geometry, "seed \(seed)")
      questions.append(.init(ask: "valid", a: valid.geometry.nestedArrays))
    }
    #expect(try ShapesOracle.answers(questions).allSatisfy { $0 == 1 })
  }

  @Test func anErrorCarriesTheMessageOfItsOwnCall() throws {
    var open = WorldGeometry(kind: .polygons)
    for x in [0.0, 1, 2, 3] { open.append(x: x, y: x * x) }
    open.endRing()
    open.endPolygon()
    #expect { _ = try engine.handle(of: open) } throws: { ($0 as? ShapeError)?.message.contains("closed") == true }
    #expect(engine.lastMessage != nil)
    _ = try engine.handle(of: ShapeFixtures.polygons([[ShapeFixtures.rectangle(0, 0, 1, 1)]]))
    #expect(engine.lastMessage == nil)
  }
}
