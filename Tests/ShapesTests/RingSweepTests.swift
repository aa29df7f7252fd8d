import Foundation
import MapMath
import TestSupport
import Testing

@testable import OvertileShapes

@Suite struct RingSweepTests {
  /// Rings through a few positions of a small grid, where most of them touch, as polygons with and without holes.
  private func tangle(_ random: inout SeededRandom) -> WorldGeometry {
    let side = Int.random(in: 4...40, using: &random)
    var polygons: [[[ShapeFixtures.Position]]] = []
    for _ in 0..<Int.random(in: 1...4, using: &random) {
      polygons.append(
        (0..<Int.random(in: 1...3, using: &random)).map { _ in
          (0..<Int.random(in: 3...5, using: &random)).map { _ in
            (Double(Int.random(in: 0..<side, using: &random)), Double(Int.random(in: 0..<side, using: &random)))
          }
        })
    }
    return ShapeFixtures.polygons(polygons).withoutRepeatedPositions().geometry
  }

  /// Against every pair of segments, and GEOS for the nesting.
  @Test func simpleRingsAreThoseWithoutContacts() throws {
    let engine = try GeometryEngine()
    var simple = 0
    for seed in seeds(4000) {
      var random = SeededRandom(seed: seed)
      let shape = tangle(&random)
      guard !shape.isEmpty else { continue }
      let expected = try SegmentSurvey(shape, limits: .init()).touches == 0 && engine.isValidForGEOS(shape)
      var sweep = RingSweep(shape)
      #expect(sweep.isStrictlySimple() == expected, "seed \(seed)")
      if expected { simple += 1 }
    }
    #expect(simple > 200)
  }

  @Test func validShapesStayWhatTheyWere() throws {
    let engine = try GeometryEngine()
    for seed in seeds(150) {
      var random = SeededRandom(seed: seed)
      let shape = ShapeFixtures.anyValid(&random).withoutRepeatedPositions().geometry
      guard shape.kind == .polygons else { continue }
      let expected = try SegmentSurvey(shape, limits: .init()).touches == 0 && engine.isValidForGEOS(shape)
      var sweep = RingSweep(shape)
      #expect(sweep.isStrictlySimple() == expected, "seed \(seed)")
    }
  }

  /// The rectangles of its spikes meet 400 million times.
  @Test func aStarOfThinSpikesIsNotTooComplex() throws {
    let count = 40_000
    let ring = (0..<count).map { index -> ShapeFixtures.Position in
      let (radius, angle) = (index % 2 == 0 ? 4e8 : 2e4, 2 * Double.pi * Double(index) / Double(count))
      return ((2e9 + radius * cos(angle)).rounded(), (2e9 + radius * sin(angle)).rounded())
    }
    let budget = ShapeBudget(crossings: 10_000, vertices: 1_000_000)
    #expect(try GeometryEngine().examine(ShapeFixtures.polygons([[ring]]), within: budget).isValid)
  }

  private static func positions(_ geometry: WorldGeometry) -> Set<[Double]> {
    Set(zip(geometry.x, geometry.y).map { [$0, $1] })
  }

  /// Triangles that overlap, touch, nest and are separate: the result of a repair in groups is valid, and equals GEOS's
  /// repair of all except for a unit here and there.
  @Test func groupsAreRepairedAsTheWholeIs() throws {
    let engine = try GeometryEngine()
    var (groupCount, equal, count) = (0, 0, 0)
    for seed in seeds(200) {
      var random = SeededRandom(seed: seed)
      let (side, size) = (Int.random(in: 60...400, using: &random), Int.random(in: 3...40, using: &random))
      let triangles = (0..<60).map { _ -> [[ShapeFixtures.Position]] in
        let corner = (Int.random(in: 0..<side, using: &random), Int.random(in: 0..<side, using: &random))
        return [
          (0..<3).map { _ in
            let (dx, dy) = (Int.random(in: 0..<size, using: &random), Int.random(in: 0..<size, using: &random))
            return (Double(corner.0 + dx), Double(corner.1 + dy))
          }
        ]
      }
      let shape = ShapeFixtures.polygons(triangles).withoutRepeatedPositions().geometry
      var contacts = PolygonContacts(shape)
      groupCount += contacts.groups()?.count ?? 0
      let (grouped, whole) = try (engine.repaired(shape).geometry, engine.repairedTogether(shape).geometry)
      #expect(try engine.isValidForGEOS(grouped), "seed \(seed)")
      let (one, other) = (Self.positions(grouped), Self.positions(whole))
      #expect(one.symmetricDifference(other).count <= 4, "seed \(seed)")
      equal += grouped == whole ? 1 : 0
      count += 1
    }
    // Crossings may round to the next unit if others are rounded with them.
    #expect(equal * 10 >= count * 9)
    #expect(groupCount > 1000)
  }

  /// Slivers in one direction, whose boxes all overlap: turned boxes lead to the groups that upright ones do.
  @Test func groupsDoNotDependOnTheFrame() {
    for seed in seeds(60) {
      var random = SeededRandom(seed: seed)
      let triangles = (0..<60).map { _ -> [[ShapeFixtures.Position]] in
        let corner = (Int.random(in: 0..<2000, using: &random), Int.random(in: 0..<300, using: &random))
        return [
          (0..<3).map { _ in
            let (dx, dy) = (Int.random(in: 0..<30, using: &random), Int.random(in: 0..<30, using: &random))
            return (Double(corner.0 + dx + 40 * dy), Double(corner.1 + dy + 40 * dy))
          }
        ]
      }
      let shape = ShapeFixtures.polygons(triangles).withoutRepeatedPositions().geometry
      var (turned, upright) = (PolygonContacts(shape), PolygonContacts(shape))
      #expect(turned.frame.isTurned, "seed \(seed)")
      #expect(turned.groups() == upright.groups(in: .upright), "seed \(seed)")
    }
  }
}
