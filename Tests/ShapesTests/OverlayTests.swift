import MapMath
import TestSupport
import Testing

@testable import OvertileShapes

/// The results of sweeps, against GEOS and against the rings at single positions.
@Suite struct OverlayTests {
  private let engine: GeometryEngine

  init() throws { engine = try GeometryEngine() }

  /// Polygons of random rings, one or two each, on a grid so coarse or so fine.
  private func tangle(_ random: inout SeededRandom, side: Int) -> WorldGeometry {
    func ring() -> [ShapeFixtures.Position] {
      (0..<Int.random(in: 3...12, using: &random)).map { _ in
        (Double(Int.random(in: -side...side, using: &random)), Double(Int.random(in: -side...side, using: &random)))
      }
    }
    let polygons = (0..<Int.random(in: 1...4, using: &random)).map { _ in
      (0..<Int.random(in: 1...2, using: &random)).map { _ in ring() }
    }
    return ShapeFixtures.polygons(polygons).withoutRepeatedPositions().geometry
  }

  /// The winding number of a ring at a position that is not on it.
  private func winding(_ geometry: WorldGeometry, _ ring: Int, _ px: Double, _ py: Double) -> Int {
    geometry.positions(ofRing: ring).dropLast().reduce(0) { sum, index in
      let segment = SegmentContact.Segment(geometry.x, geometry.y, index)
      if (segment.ay > py) == (segment.by > py) { return sum }
      let side = SegmentContact.side(segment, px, py)
      return sum + (segment.by > segment.ay ? (side > 0 ? 1 : 0) : (side < 0 ? -1 : 0))
    }
  }

  /// Whether an exterior winds around a position, and none of its holes does.
  private func isInside(_ geometry: WorldGeometry, _ px: Double, _ py: Double) -> Bool {
    geometry.polygonEnds.indices.contains { polygon in
      let rings = geometry.rings(ofPolygon: polygon)
      return winding(geometry, rings.lowerBound, px, py) != 0
        && !rings.dropFirst().contains { winding(geometry, $0, px, py) != 0 }
    }
  }

  /// Whether a position is within a unit of a segment, along an axis.
  private func isNear(_ geometry: WorldGeometry, _ px: Double, _ py: Double) -> Bool {
    geometry.ringEnds.indices.contains { ring in
      geometry.positions(ofRing: ring).dropLast().contains { index in
        let segment = SegmentContact.Segment(geometry.x, geometry.y, index)
        let area = SegmentDescent.Area(minX: px - 1, minY: py - 1, maxX: px + 1, maxY: py + 1)
        return area.mayMeet(segment)
      }
    }
  }

  @Test func anyRingsBecomeValidAndCoverWhatTheyWindAround() throws {
    for seed in seeds(400) {
      var random = SeededRandom(seed: seed)
      let side = [4, 20, 300, 4000, 1 << 31][Int(seed % 5)]
      let rings = tangle(&random, side: side)
      // Nil if a hole has nothing in common with its exterior, for GEOS to judge.
      guard !rings.isEmpty, let covered = Overlay(rings).result() else { continue }
      try expect(covered, covers: rings, side: side, &random, "seed \(seed)")
    }
  }

  /// Shapes that were cut at the 180th meridian overlap there, and only their ends meet: no square of it is examined.
  @Test func sidesOnOneLongLine() throws {
    for seed in seeds(20) {
      var random = SeededRandom(seed: seed)
      let side = 1 << 26
      let triangles = (0..<30).map { _ -> [ShapeFixtures.Position] in
        let (low, high) = (Int.random(in: -side..<0, using: &random), Int.random(in: 0..<side, using: &random))
        let (x, y) = (Int.random(in: 1...side, using: &random), Int.random(in: low...high, using: &random))
        return [(0, Double(low)), (Double(x), Double(y)), (0, Double(high))]
      }
      let turned = triangles.map { $0.map { position -> ShapeFixtures.Position in (position.y, position.x) } }
      for sides in [triangles, turned] {
        let rings = ShapeFixtures.polygons(sides.map { [$0] })
        let covered = try #require(Overlay(rings).snappedInAreas(), "seed \(seed)")
        try expect(covered, covers: rings, side: side, &random, "seed \(seed)")
      }
    }
  }

  /// Compares a result with the rings it was made of: valid, canonical, and inside where they wind around a position.
  private func expect(
    _ covered: WorldGeometry, covers rings: WorldGeometry, side: Int, _ random: inout SeededRandom, _ name: String
  ) throws {
    let isValid = try covered.isEmpty || engine.isValidForGEOS(covered)
    #expect(isValid, "\(name)")
    #expect(covered == covered.canonical(), "\(name)")
    for _ in 0..<100 {
      let px = Double(Int.random(in: -side...side, using: &random)) + 0.5
      let py = Double(Int.random(in: -side...side, using: &random)) + 0.5
      if isNear(rings, px, py) { continue }
      #expect(isInside(covered, px, py) == isInside(rings, px, py), "\(name) at \(px), \(py)")
    }
  }

  /// Bands that wind around many times, finer and finer, until their turns touch all over.
  @Test(arguments: [1.0, 1.5, 2, 3, 5])
  func aSpiralBandBecomesValidAndCoversWhatItWindsAround(pitch: Double) throws {
    var random = SeededRandom(seed: 13)
    let band = ShapeFixtures.band(turns: 30, radius: 30 * pitch, count: 1500).withoutRepeatedPositions().geometry
    #expect(pitch > 1.5 || !band.isStrictlySimple())
    let covered = try #require(Overlay(band).result())
    try expect(covered, covers: band, side: Int(30 * pitch), &random, "pitch \(pitch)")
  }

  @Test func aLatticeOfHolesIsWhatGEOSMakesOfIt() throws {
    // Holes whose corners, or sides, have come together by rounding.
    for step in [1.0, 1.4, 1.6, 2, 2.5, 3] {
      let lattice = ShapeFixtures.lattice(20, step: step)
      let covered = try #require(Overlay(lattice).result())
      #expect(try covered == engine.repairedByGEOS(lattice).geometry, "step \(step)")
      var random = SeededRandom(seed: 1)
      try expect(covered, covers: lattice, side: Int(20 * step), &random, "step \(step)")
    }
  }

  @Test func aNestOfHolesIsWhatGEOSMakesOfIt() throws {
    let nest = ShapeFixtures.nest(100)
    #expect(try Overlay(nest).united() == engine.repairedByGEOS(nest).geometry)
  }

  @Test func mostRingsHaveAResult() {
    var (found, all) = (0, 0)
    for seed in 1...200 {
      var random = SeededRandom(seed: UInt64(seed))
      let rings = tangle(&random, side: seed % 2 == 0 ? 4000 : 20)
      if rings.isEmpty { continue }
      all += 1
      if Overlay(rings).result() != nil { found += 1 }
    }
    #expect(found * 10 > all * 9, "\(found) of \(all)")
  }

  @Test func validShapesStayAsTheyAre() throws {
    for seed in seeds(200) {
      var random = SeededRandom(seed: seed)
      let shape = ShapeFixtures.anyValid(&random)
      guard shape.kind == .polygons, try engine.isValidForGEOS(shape) else { continue }
      guard let united = Overlay(shape).united() else { continue }
      #expect(united == shape.canonical(), "seed \(seed)")
    }
  }

  /// Triangles around one position, each as wide as so many steps from one to the next.
  private func fan(_ count: Int, width: Double) -> WorldGeometry {
    func tip(_ step: Double) -> ShapeFixtures.Position {
      let angle = 2 * Double.pi * step / Double(count)
      return ((1e9 * cosine(angle)).rounded(), (1e9 * cosine(angle - .pi / 2)).rounded())
    }
    return ShapeFixtures.polygons(
      (0..<count).map { [[(0, 0), tip(Double($0)), tip(Double($0) + width)]] })
  }

  @Test(arguments: [0.5, 1, 1.5]) func aFanIsWhatGEOSMakesOfIt(width: Double) throws {
    let fan = fan(120, width: width).withoutRepeatedPositions().geometry
    #expect(try Overlay(fan).result() == engine.repairedByGEOS(fan).geometry)
  }

  @Test(arguments: [0.5, 1.5]) func aDearFanIsExaminedAndCutIntoValidParts(width: Double) throws {
    let fan = fan(1000, width: width)
    #expect(fan.isDear)
    let budget = ShapeBudget(crossings: 5000, vertices: 10_000)
    let examined = try engine.examine(fan, within: budget)
    #expect(examined.isValid == (width < 1))
    let shape = try engine.repair(examined, within: budget).geometry
    #expect(try engine.isValidForGEOS(shape))
    var moved = WorldGeometry(kind: .polygons)
    moved.append(polygonsOf: shape)
    for index in moved.x.indices { (moved.x[index], moved.y[index]) = (moved.x[index] + 2e9, moved.y[index] + 2e9) }
    let cut = try #require(TileCut(zoom: 2))
    try engine.tiles(of: moved, cut) { tile, geometry in
      let flaw = try geometry.flaw(engine, extent: cut.extent, buffer: cut.buffer)
      #expect(flaw == nil, "\(tile)")
    }
  }

  @Test func crossingsAreThoseOfAllPairs() throws {
    for seed in seeds(100) {
      var random = SeededRandom(seed: seed)
      let rings = tangle(&random, side: 4000)
      guard !rings.isEmpty else { continue }
      let budget = ShapeBudget(crossings: 10_000, vertices: 10_000)
      let survey = try #require(Overlay(rings).crossings(within: budget), "seed \(seed)")
      let expected = SegmentSurvey(rings, limits: .init())
      #expect(survey.crossings == expected.crossings, "seed \(seed)")
    }
  }

  @Test func ringsThatTouchAreValidWhereGEOSFindsThemValid() throws {
    let budget = ShapeBudget(crossings: 10_000, vertices: 10_000)
    var found = [0, 0]
    for seed in seeds(4000) {
      var random = SeededRandom(seed: seed)
      let polygons = (0..<Int.random(in: 1...3, using: &random)).map { _ in
        let hole = ShapeFixtures.triangle(&random, side: 6)
        return [ShapeFixtures.rectangle(0, 0, 8, 8), hole, ShapeFixtures.triangle(&random, side: 8)]
      }
      let rings = ShapeFixtures.polygons(polygons).withoutRepeatedPositions().geometry
      let overlay = Overlay(rings)
      guard let survey = overlay.crossings(within: budget), !survey.crossesAmid, survey.crossings > 0,
        let isValid = overlay.isValid(touchingAt: survey)
      else { continue }
      #expect(try isValid == engine.isValidForGEOS(rings), "seed \(seed)")
      found[isValid ? 1 : 0] += 1
    }
    #expect(found[0] > 50 && found[1] > 50, "\(found)")
  }

  @Test func equalPolygonsAreLeftOutWhateverTheirFirstPositions() throws {
    let square = ShapeFixtures.rectangle(0, 0, 10, 10)
    let turned = Array(square[2...] + square[..<2])
    let mirrored = ShapeFixtures.rectangle(0, 0, 10, 10).reversed() as [ShapeFixtures.Position]
    // Alike in number and sums, but another one.
    let other: [ShapeFixtures.Position] = [(0, 0), (10, 1), (10, 10), (0, 9)]
    let all = ShapeFixtures.polygons([[square], [other], [turned], [Array(mirrored)], [square]])
    #expect(all.withoutEqualPolygons() == ShapeFixtures.polygons([[square], [other]]))
    #expect(ShapeFixtures.polygons([[square], [other]]).withoutEqualPolygons() == nil)
    let examined = try engine.examine(ShapeFixtures.polygons([[square], [square]]))
    #expect(!examined.isValid)
    #expect(try engine.repair(examined).geometry == ShapeFixtures.polygons([[square]]).canonical())
  }
}
