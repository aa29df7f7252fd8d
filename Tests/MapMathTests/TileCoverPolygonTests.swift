import MapMath
import TestSupport
import Testing

@Suite struct TileCoverPolygonTests {
  @Test func equalsBruteForce() {
    for seed in seeds(400) {
      var random = SeededRandom(seed: seed)
      let plan = Plan(zoom: .random(in: 0...4, using: &random))
      let rings = (0..<Int.random(in: 1...3, using: &random)).map { _ in
        plan.ring(corners: .random(in: 1...7, using: &random), &random)
      }
      let cover = TileCover(polygon: rings.map(plan.mapPoints), zoom: plan.zoom)
      expectCover(cover, equals: plan.bruteForce(rings), seed: seed)
    }
  }

  @Test func convexEqualsBruteForce() {
    for seed in seeds(400) {
      var random = SeededRandom(seed: seed)
      let plan = Plan(zoom: .random(in: 0...4, using: &random))
      let hull = convexHull(plan.ring(corners: .random(in: 3...12, using: &random), &random))
      guard hull.count > 2 else { continue }
      let corners = plan.mapPoints(seed % 2 == 0 ? hull : hull.reversed() + [hull[hull.count - 1]])
      let cover = TileCover(convex: corners, zoom: plan.zoom)
      expectCover(cover, equals: plan.bruteForce([hull]), seed: seed)
      #expect(cover == TileCover(polygon: [corners], zoom: plan.zoom), "seed \(seed)")
    }
  }

  @Test func convexEqualsPolygonAtDeepZooms() {
    for seed in seeds(100) {
      var random = SeededRandom(seed: seed)
      let zoom = Int.random(in: 20...31, using: &random)
      let side = 0x1p28 / Double(1 << zoom)
      let start = MapPoint(x: .random(in: -0x1p28...0x1p29, using: &random), y: .random(in: 0...0x1p28, using: &random))
      let points = (0..<6).map { _ in
        (
          x: Int((start.x + side * .random(in: 0...30, using: &random)) * 16),
          y: Int((start.y + side * .random(in: 0...30, using: &random)) * 16)
        )
      }
      let corners = convexHull(points).map { MapPoint(x: Double($0.x) / 16, y: Double($0.y) / 16) }
      guard corners.count > 2 else { continue }
      let cover = TileCover(convex: corners, zoom: zoom)
      #expect(!cover.isEmpty || start.y > 0x1p28 - 1, "seed \(seed)")
      #expect(cover == TileCover(polygon: [corners], zoom: zoom), "seed \(seed)")
    }
  }

  /// A sliver as long as the world: where its side crosses a row needs products of 67 bits.
  @Test func longEdgesAreExact() {
    for seed in seeds(200) {
      var random = SeededRandom(seed: seed)
      let row = Int.random(in: 0..<(1 << 31) - 6, using: &random)
      let (ax, bx) = (Int.random(in: 0...1000, using: &random), (1 << 32) - Int.random(in: 1...1000, using: &random))
      let (ay, by) = (2 * row, 2 * row + 9)
      let corners = [(ax, ay), (bx, by), (ax, by)].map { MapPoint(x: Double($0.0) / 16, y: Double($0.1) / 16) }
      let cover = TileCover(convex: corners, zoom: 31)
      #expect(cover.runs.count == 5, "seed \(seed)")
      for (i, run) in cover.runs.enumerated() {
        // The long side's easternmost position in the row is at the row's southern edge: ax + (bx - ax) (y - ay) / (by
        // - ay).
        let y = min(ay + 2 * (i + 1), by)
        let product = (bx - ax).multipliedFullWidth(by: y - ay)
        let (quotient, rest) = (by - ay).dividingFullWidth(product)
        let end = (ax + quotient + (rest > 0 ? 1 : 0) + 1) / 2 - 1
        let isExact = Int(run.columns.lowerBound) == ax / 2 && Int(run.columns.upperBound) == end
        #expect(isExact && Int(run.row) == row + i, "seed \(seed)")
      }
    }
  }

  @Test func aTileReachesOnlyItself() {
    let tile = TileID(uncheckedZ: 5, x: 31, y: 7)
    let r = tile.mapRect
    let corners = [
      MapPoint(x: r.minX, y: r.minY), MapPoint(x: r.maxX, y: r.minY), MapPoint(x: r.maxX, y: r.maxY),
      MapPoint(x: r.minX, y: r.maxY),
    ]
    for cover in [TileCover(convex: corners, zoom: 5), TileCover(polygon: [corners], zoom: 5)] {
      #expect(Array(cover.tiles) == [tile])
    }
    #expect(TileCover(polygon: [corners], zoom: 6).count == 4 && TileCover(polygon: [corners], zoom: 0).count == 1)
  }

  @Test func worldGeometryAddsItsPolygons() {
    var geometry = WorldGeometry(kind: .polygons)
    let quarter = 0x1p30
    for corner in [0, 2 * quarter] {
      for (dx, dy) in [(0, 0), (1, 0), (1, 1), (0, 1), (0, 0)] as [(Double, Double)] {
        geometry.append(x: corner + dx * quarter, y: corner + dy * quarter)
      }
      geometry.endRing()
      geometry.endPolygon()
    }
    #expect(TileCover(of: geometry, zoom: 2).tiles.map(\.description) == ["2/0/0", "2/2/2"])
    #expect(TileCover(of: WorldGeometry(kind: .polygons), zoom: 2).isEmpty)
    var line = WorldGeometry(kind: .lines)
    line.append(x: 0, y: 0)
    line.append(x: 9, y: 9)
    line.endRing()
    #expect(TileCover(of: line, zoom: 2).isEmpty)
  }

  @Test func ringsOverTheMeridianWrap() {
    let ring = [(10, 170), (10, -170), (-10, -170), (-10, 170)].map { place($0.0, $0.1) }
    let cover = TileCover(polygon: [MapPoint.unwrapped(ring)], zoom: 3)
    #expect(cover.tiles.map(\.description) == ["3/0/3", "3/7/3", "3/0/4", "3/7/4"])
  }

  @Test func whatIsNotExactCoversNothing() {
    let inexact = [Double.nan, .infinity, 1e200].map {
      [MapPoint(x: 0, y: 0), MapPoint(x: $0, y: 0), MapPoint(x: 9, y: 9)]
    }
    for corners in inexact + [[]] {
      #expect(TileCover(polygon: [corners], zoom: 3).isEmpty && TileCover(convex: corners, zoom: 3).isEmpty)
    }
    #expect(TileCover(polygon: [], zoom: 3).isEmpty)
    var half = WorldGeometry(kind: .polygons)
    for (x, y) in [(0.5, 0.0), (9.0, 0.0), (9.0, 9.0)] { half.append(x: x, y: y) }
    half.endRing()
    half.endPolygon()
    #expect(TileCover(of: half, zoom: 3).isEmpty)
  }
}
