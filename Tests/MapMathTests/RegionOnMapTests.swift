import TestSupport
import Testing

@testable import MapMath

/// Regions that hang over the edges of the map.
@Suite("Regions that no map can show") struct RegionOnMapTests {
  @Test func aRegionOnTheMapStaysInEveryDigit() {
    for seed in seeds(200) {
      var random = SeededRandom(seed: seed)
      let rect = MapRect(
        minX: random.number(0...0x1p27), minY: random.number(0...0x1p27), maxX: random.number(0x1p27...0x1p28),
        maxY: random.number(0x1p27...0x1p28))
      let region = Region(rect)
      #expect(region.clampedToMap() == region, "seed \(seed)")
    }
    #expect(Region(MapRect.world).clampedToMap() == Region(MapRect.world))
  }

  @Test func rowsBeyondTheEdgeAreCut() throws {
    let near = Region(center: place(84.9, 7), latitudinalMeters: 100_000, longitudinalMeters: 100_000)
    let cut = try #require(near.clampedToMap())
    let (before, after) = (MapRect(near), MapRect(cut))
    #expect(before.minY < 0 && abs(after.minY) < 1e-3 && abs(after.maxY - before.maxY) < 1e-3)
    #expect(
      cut.center.latitude < 84.9 && cut.center.longitude == 7 && cut.span.longitudeDelta == near.span.longitudeDelta)
    let again = try #require(cut.clampedToMap())
    #expect(abs(again.center.latitude - cut.center.latitude) < 1e-9)
    let south = try #require(
      Region(center: place(-84.9, 7), latitudinalMeters: 100_000, longitudinalMeters: 100_000).clampedToMap())
    #expect(abs(south.center.latitude + cut.center.latitude) < 1e-9)
  }

  @Test func aSmallRegionAtAPoleIsNothing() {
    let pole = Region(center: place(89.9, 0), latitudinalMeters: 100_000, longitudinalMeters: 100_000)
    #expect(abs(pole.span.longitudeDelta - 512.97) < 0.01 && pole.clampedToMap() == nil)
    let half = Region(center: place(86, 0), span: Region.Span(latitudeDelta: 10, longitudeDelta: 10))
    #expect(abs((half.clampedToMap()?.center.latitude ?? 0) - (81 + Mercator.maximumLatitude) / 2) < 1e-3)
  }

  @Test func onceRoundTheWorldIsEnough() {
    let wide = Region(center: place(10, 20), span: Region.Span(latitudeDelta: 50, longitudeDelta: 513))
    #expect(wide.clampedToMap() == Region(center: place(10, 20), span: .init(latitudeDelta: 50, longitudeDelta: 360)))
    let tall = Region(center: place(10, 20), span: Region.Span(latitudeDelta: 500, longitudeDelta: 1))
    #expect(abs((tall.clampedToMap()?.span.latitudeDelta ?? 0) - 170.10225755961318) < 1e-9)
  }

  @Test func whatIsNoRegionIsNothing() {
    for (latitude, delta) in [(.nan, 1), (0, .nan), (0, -1), (0, .infinity), (.infinity, 1)] as [(Double, Double)] {
      let region = Region(center: place(latitude, 0), span: Region.Span(latitudeDelta: delta, longitudeDelta: 1))
      #expect(region.clampedToMap() == nil, "\(latitude) \(delta)")
    }
  }

  @Test func positionsOfNoSizeAreRejected() throws {
    let context = MapPosition.Context(viewport: MapViewport(width: 390, height: 844))
    let zero = Region(center: place(1, 2), span: Region.Span(latitudeDelta: 0, longitudeDelta: 0))
    let pole = Region(center: place(89.9, 0), latitudinalMeters: 100, longitudinalMeters: 100)
    for region in [zero, pole] {
      #expect(throws: CameraError.nothingToFit) { try MapPosition.region(region).resolved(in: context) }
    }
    let wide = Region(center: place(0, 0), span: Region.Span(latitudeDelta: 1, longitudeDelta: 513))
    let once = Region(center: place(0, 0), span: Region.Span(latitudeDelta: 1, longitudeDelta: 360))
    #expect(try MapPosition.region(wide).resolved(in: context) == MapPosition.region(once).resolved(in: context))
  }
}
