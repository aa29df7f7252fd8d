import MapMath
import TestSupport
import Testing

@testable import OvertileShapes

/// Rings around each other: too many pairs for GEOS, none for a sweep.
@Suite struct DearNestingTests {
  private let engine: GeometryEngine

  init() throws { engine = try GeometryEngine() }

  /// Each square in the hole of the one before it: valid.
  private func squaresInHoles(_ count: Int) -> [[[ShapeFixtures.Position]]] {
    (0..<count).map { index in
      let (outer, inner) = (Double(20 * (count - index)), Double(20 * (count - index) - 10))
      return [
        ShapeFixtures.rectangle(-outer, -outer, outer, outer), ShapeFixtures.rectangle(-inner, -inner, inner, inner),
      ]
    }
  }

  @Test func chainsThatMeetAreCounted() {
    // The sides of a square are three chains: two sides that run east and south, and two of one side each.
    let nest = MonotoneChains(ShapeFixtures.nest(10))
    let pairs = 10 * 3 + 45 * 3
    #expect(nest.meetInPairs(moreThan: pairs - 1))
    #expect(!nest.meetInPairs(moreThan: pairs))
  }

  @Test func aNestIsDearAndOutlinesAreNot() {
    #expect(ShapeFixtures.nest(1000).isDear)
    #expect(!ShapeFixtures.nest(100).isDear)
    #expect(!ShapeFixtures.lattice(60, step: 10).isDear)
    #expect(ShapeFixtures.lattice(60, step: 10).isDearToUnite)
    var random = SeededRandom(seed: 7)
    let shore = ShapeFixtures.star(&random, x: 0, y: 0, radius: 1e9, count: 20_000, innerShare: 0.9999)
    #expect(!ShapeFixtures.polygons([[shore]]).isDearToUnite)
  }

  @Test func aDearNestOfHolesIsExaminedAndRepairedWithoutGEOS() throws {
    let nest = ShapeFixtures.nest(1000)
    let examined = try engine.examine(nest, within: ShapeBudget(crossings: 10, vertices: 10_000))
    #expect(!examined.isValid && examined.united != nil)
    #expect(try engine.repair(examined).geometry == ShapeFixtures.nest(1000).prefix(rings: 2).canonical())
  }

  @Test func aDearNestThatTouchesItselfIsToldByTheSweep() throws {
    var polygons = squaresInHoles(1000)
    polygons[999].removeLast()
    polygons[999][0] = [(20, 5), (-10, 10), (-10, -10)]
    // With a corner in the middle of a side of another polygon, in its hole: valid. And with the whole of a side.
    polygons[998][1] = ShapeFixtures.rectangle(-20, -20, 20, 20)
    let budget = ShapeBudget(crossings: 10_000, vertices: 100_000)
    let touching = ShapeFixtures.polygons(polygons).withoutRepeatedPositions().geometry
    #expect(!touching.isStrictlySimple() && touching.isDear)
    #expect(try engine.examine(touching, within: budget).isValid)
    polygons[999][0] = [(20, 5), (-10, 10), (20, -10)]
    #expect(try !engine.examine(ShapeFixtures.polygons(polygons), within: budget).isValid)
  }

  @Test func theFaultOfADearNestIsThatOfAFewOfItsRings() throws {
    let nest = ShapeFixtures.nest(1000)
    #expect(nest.suspiciousParts() == [nest.prefix(rings: 3)])
    #expect(try engine.fault(of: nest)?.reason == "Holes are nested")
    #expect(ShapeFixtures.nest(100).suspiciousParts().isEmpty)
  }

  @Test func theFaultOfADearNestThatTouchesItselfIsFoundInItsFirstRings() throws {
    var nest = ShapeFixtures.nest(1000)
    // The last square, from -10 to 10, gets a corner on the side of the one around it.
    let index = try #require(nest.x.indices.last { nest.x[$0] == 10 })
    (nest.x[index], nest.y[index]) = (20, 5)
    #expect(nest.suspiciousParts().map(\.ringEnds.count) == [64])
    #expect(try engine.fault(of: nest)?.reason == "Holes are nested")
  }

  /// One square too many, far in, in units that are not whole.
  @Test(arguments: ["Holes are nested", "Hole lies outside shell", "Nested shells"])
  func theFaultIsFoundWhereverItIs(reason: String) throws {
    var polygons = squaresInHoles(1000)
    #expect(ShapeFixtures.polygons(polygons).suspiciousParts().map(\.ringEnds.count) == [64])
    // The polygon at 500 reaches from 10,000 to its hole at 9,990.
    switch reason {
    case "Holes are nested": polygons[500].append(ShapeFixtures.rectangle(-9985, -9985, 9985, 9985))
    case "Hole lies outside shell": polygons[500].append(ShapeFixtures.rectangle(-10_005, -10_005, 10_005, 10_005))
    default: polygons.append([ShapeFixtures.rectangle(9993, 9993, 9995, 9995)])
    }
    var shape = ShapeFixtures.polygons(polygons)
    shape.x = shape.x.map { $0 / 1000 }
    shape.y = shape.y.map { $0 / 1000 }
    let parts = shape.suspiciousParts()
    #expect(parts.count == 1 && parts.allSatisfy { $0.ringEnds.count <= 4 })
    #expect(try engine.fault(of: shape)?.reason == reason)
  }
}

extension WorldGeometry {
  /// The first polygon with so many of its rings.
  fileprivate func prefix(rings count: Int) -> WorldGeometry {
    var few = WorldGeometry(kind: .polygons)
    for ring in 0..<count {
      for index in positions(ofRing: ring) { few.append(x: x[index], y: y[index]) }
      few.endRing()
    }
    few.endPolygon()
    return few
  }
}
