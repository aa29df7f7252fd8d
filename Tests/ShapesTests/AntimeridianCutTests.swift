import MapMath
import TestSupport
import Testing

@testable import OvertileShapes

@Suite struct AntimeridianCutTests {
  private typealias Position = (x: Double, y: Double)
  private static let side = WorldGrid.side

  private static func polygon(_ rings: [[Position]]) -> WorldGeometry {
    var result = WorldGeometry(kind: .polygons)
    var ends: [Int] = []
    for ring in rings { ends.append((ends.last ?? 0) + ring.count) }
    let ranges = ends.indices.map { ($0 == 0 ? 0 : ends[$0 - 1])..<ends[$0] }
    let all = rings.flatMap { $0 }
    AntimeridianCut.append(
      polygonWithRingsAt: ranges, longitudes: all.map(\.x), latitudes: all.map(\.y), to: &result)
    return result
  }

  private static func line(_ positions: [Position]) -> WorldGeometry {
    var result = WorldGeometry(kind: .lines)
    AntimeridianCut.append(
      lineAt: positions.indices, longitudes: positions.map(\.x), latitudes: positions.map(\.y), to: &result)
    return result
  }

  private static func world(_ longitude: Double, _ latitude: Double) -> [Double] {
    [WorldGrid.x(longitude: longitude), WorldGrid.y(latitude: latitude)]
  }

  private static func holds(_ geometry: WorldGeometry, _ longitude: Double, _ latitude: Double) -> Bool {
    geometry.holds(WorldGrid.x(longitude: longitude), WorldGrid.y(latitude: latitude))
  }

  private static func closed(_ ring: [Position]) -> [Position] { ring + ring.prefix(1) }

  private static func corners(_ geometry: WorldGeometry) -> [Set<[Double]>] {
    geometry.ringEnds.indices.map { ring in
      Set(geometry.positions(ofRing: ring).map { [geometry.x[$0], geometry.y[$0]] })
    }
  }

  @Test func aLineIsCutInTwo() {
    let cut = Self.line([(170, 45), (-170, 45)])
    let expected = [Self.world(170, 45), Self.world(180, 45), Self.world(-180, 45), Self.world(-170, 45)]
    #expect(zip(cut.x, cut.y).map { [$0, $1] } == expected && cut.ringEnds == [2, 4])
    #expect(cut.x[1...2] == [Self.side, 0])
  }

  @Test func theLatitudeOfACutIsInterpolatedOnUnwrappedLongitude() {
    let cut = Self.line([(175, 10), (-170, 40)])
    let back = Self.line([(-170, 40), (175, 10)])
    #expect([cut.y[1], cut.y[2], back.y[1]] == Array(repeating: WorldGrid.y(latitude: 20), count: 3))
  }

  @Test func aRectangleIsCutInTwo() {
    let cut = Self.polygon([Self.closed([(170, 40), (-170, 40), (-170, 50), (170, 50)])])
    let east: Set = [Self.world(-180, 40), Self.world(-170, 40), Self.world(-170, 50), Self.world(-180, 50)]
    let west: Set = [Self.world(170, 40), Self.world(180, 40), Self.world(180, 50), Self.world(170, 50)]
    #expect(Self.corners(cut) == [west, east] && cut.polygonEnds == [1, 2])
  }

  @Test(arguments: [0.0, 360, -360, 720])
  func longitudesOutsideTheRangeMeanTheSamePosition(shift: Double) {
    let plain: [Position] = Self.closed([(170, 40), (190, 40), (190, 50), (170, 50)])
    let shifted = plain.map { (x: $0.x + shift, y: $0.y) }
    #expect(Self.corners(Self.polygon([shifted])) == Self.corners(Self.polygon([plain])))
    let far = Self.polygon([Self.closed([(200, 10), (210, 10), (205, 20)])])
    #expect(Self.corners(far) == [[Self.world(-160, 10), Self.world(-150, 10), Self.world(-155, 20)]])
  }

  @Test func theWholeWorldStaysWhole() {
    let ring: [Position] = Self.closed([(-180, -60), (180, -60), (180, 60), (-180, 60)])
    let cut = Self.polygon([ring])
    #expect(cut.polygonEnds == [1] && cut.bounds?.minX == 0 && cut.bounds?.maxX == Self.side)
    #expect(Self.line([(-180, 10), (180, 10)]).x == [0, Self.side])
  }

  @Test func aRingThatTouchesTheMeridianFromBothSidesIsNarrow() {
    let ring: [Position] = Self.closed([(179, 0), (180, 0), (-180, 0), (-179, 0), (-179, 5), (179, 5)])
    let cut = Self.polygon([ring])
    let degree = Self.side / 360
    let isNarrow = cut.x.allSatisfy { $0 <= degree + 1 || $0 >= Self.side - degree - 1 }
    #expect(isNarrow && cut.polygonEnds.count == 2)
  }

  @Test func holesFollowTheirExterior() throws {
    let shell: [Position] = Self.closed([(160, -20), (-160, -20), (-160, 20), (160, 20)])
    let crossing: [Position] = Self.closed([(175, -5), (175, 5), (-175, 5), (-175, -5)])
    let eastern: [Position] = Self.closed([(-170, 8), (-170, 12), (-165, 12), (-165, 8)])
    let cut = Self.polygon([shell, crossing, eastern])
    #expect(try GeometryEngine().isValid(cut) && cut.polygonEnds.count == 2)
    #expect(cut.ringEnds.count == 3, "the crossing hole becomes two bays, the eastern one stays a hole")
    #expect([(179, 0), (-167, 10), (-175, 15)].map { Self.holds(cut, $0, $1) } == [false, false, true])
  }

  @Test(arguments: [1.0, -1.0], [false, true])
  func aRingRoundAPoleIsClosedAlongItsEdge(sign: Double, isTurned: Bool) throws {
    var ring: [Position] = (0..<12).map { (index: Int) -> Position in
      let latitude = Double(70 + index % 3)
      return (x: Double(30 * index - 165), y: sign * latitude)
    }
    if isTurned { ring.reverse() }
    let valid = try GeometryEngine().makeValid(Self.polygon([Self.closed(ring)]))
    #expect(!valid.isRepaired)
    for longitude in stride(from: -179.5, to: 180, by: 7) {
      let held = [80, 69.5].map { Self.holds(valid.geometry, longitude, sign * $0) }
      #expect(held == [true, false], "\(longitude)")
    }
  }

  @Test func aBeltRoundAPoleKeepsItsHole() throws {
    let outer: [Position] = (0..<12).map { (x: -165 + 30 * Double($0), y: 60) }
    let inner: [Position] = (0..<12).map { (x: 15 + 30 * Double($0), y: 80) }
    let cut = Self.polygon([Self.closed(outer), Self.closed(inner.reversed())])
    let valid = try GeometryEngine().makeValid(cut).geometry
    for longitude in stride(from: -179.5, to: 180, by: 7) {
      #expect([70, 83, 55].map { Self.holds(valid, longitude, $0) } == [true, false, false], "\(longitude)")
    }
  }

  /// Stars around the meridian: a point is in the cut shape exactly if it is in the unwrapped star.
  @Test func cutStarsHoldTheSamePoints() throws {
    let engine = try GeometryEngine()
    var latitudes = 0
    for seed in seeds(60) {
      var random = SeededRandom(seed: seed)
      // Whole millionths of a degree, so that the star is made on whole numbers as the others are.
      let center = Double.random(in: 150...210, using: &random)
      let star = ShapeFixtures.star(&random, x: center * 1e6, y: 10e6, radius: 50e6, count: 30, innerShare: 0.1)
        .map { (x: $0.x / 1e6, y: $0.y / 1e6) }
      let wrapped = star.map { (x: Longitude.wrapped($0.x), y: $0.y) }
      let cut = Self.polygon([Self.closed(wrapped)])
      let isInside = cut.x.allSatisfy { (0...Self.side).contains($0) }
      #expect(try engine.makeValid(cut).droppedParts == 0 && isInside, "seed \(seed)")
      // Both sides of the cut have the same latitudes.
      let (west, east) = (
        Set(cut.x.indices.filter { cut.x[$0] == 0 }.map { cut.y[$0] }),
        Set(cut.x.indices.filter { cut.x[$0] == Self.side }.map { cut.y[$0] })
      )
      #expect(west == east, "seed \(seed)")
      latitudes += west.count
      let degrees = ShapeFixtures.polygons([[star]])
      var length = (checked: 0, inside: 0)
      for _ in 0..<200 {
        let (x, y) = (
          Double.random(in: (center - 60)...(center + 60), using: &random), Double.random(in: -45...65, using: &random)
        )
        // Segments are straight in degrees before the cut and straight on the map after it: stay off the outline.
        let around = [(0.0, 0.0), (-4, 0), (4, 0), (0, -4), (0, 4)].map { degrees.holds(x + $0.0, y + $0.1) }
        guard Set(around).count == 1 else { continue }
        length.checked += 1
        length.inside += around[0] ? 1 : 0
        #expect(Self.holds(cut, Longitude.wrapped(x), y) == around[0], "seed \(seed), \(x) \(y)")
      }
      #expect(length.checked > 50, "seed \(seed)")
    }
    #expect(latitudes > 60)
  }
}
