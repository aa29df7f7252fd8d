import MapMath
import TestSupport
import Testing

@Suite("Region from distances") struct RegionFromDistancesTests {
  @Test(
    arguments: [
      (0, 0, 1000, 2000, 0.009043695025814083, 0.017966310975031877),
      (37.3349, -122.009, 1000, 1000, 0.009010315512376429, 0.01128416835523895),
      (51.50998, -0.1337, 16093.44, 16093.44, 0.14464975262867638, 0.2318093666962095),
      (64.1466, -21.9426, 20000, 20000, 0.17940508895193966, 0.4108869022315785),
      (0, 0, 111319.458, 111319.458, 1.0067392285909198, 1.0),
    ] as [(Double, Double, Double, Double, Double, Double)])
  func equalsTheTable(lat: Double, lon: Double, north: Double, east: Double, latitude: Double, longitude: Double) {
    let center = place(lat, lon)
    let region = Region(center: center, latitudinalMeters: north, longitudinalMeters: east)
    let isNorth = isClose(region.span.latitudeDelta, latitude, relative: 1e-14)
    #expect(isNorth && isClose(region.span.longitudeDelta, longitude, relative: 1e-14) && region.center == center)
  }

  /// A recorded rectangle in Seattle, made from 200 m.
  @Test func agreesWithARecordedRectangle() {
    let region = Region(
      center: place(47.623651, -122.312572), latitudinalMeters: 200, longitudinalMeters: 200)
    #expect(isClose(MapRect(region).width, 1984.0073646754026))
  }

  @Test func clampsOnlyWhereAsked() {
    let center = place(89.999, 10)
    let region = Region(center: center, latitudinalMeters: 200_000, longitudinalMeters: 200_000)
    #expect(region.span.longitudeDelta > 360 && region.center.latitude + region.span.latitudeDelta / 2 > 90)
    for limit in [90, Mercator.maximumLatitude] {
      let clamped = region.clamped(latitude: limit)
      #expect(clamped.span.longitudeDelta == 360 && clamped.center.longitude == 10)
      #expect(clamped.center.latitude + clamped.span.latitudeDelta / 2 <= limit)
    }
    let data = region.clamped(latitude: 90)
    let south = center.latitude - region.span.latitudeDelta / 2
    #expect(abs(data.center.latitude - data.span.latitudeDelta / 2 - south) < 1e-12)
    #expect(region.clamped(latitude: Mercator.maximumLatitude).span.latitudeDelta == 0)
    let pole = Region(
      center: place(90, 0), latitudinalMeters: 1, longitudinalMeters: 1)
    #expect(pole.clamped(latitude: 90).span.longitudeDelta == 360)
  }

  @Test func clampingIsIdempotentAndLeavesWhatFits() {
    for seed in seeds(300) {
      var random = SeededRandom(seed: seed)
      let region = Region(
        center: Coordinate(latitude: .random(in: -90...90, using: &random), longitude: 0),
        span: Region.Span(
          latitudeDelta: .random(in: 0...200, using: &random), longitudeDelta: .random(in: 0...500, using: &random)))
      let once = region.clamped(latitude: 90)
      let twice = once.clamped(latitude: 90)
      let isIdempotent =
        abs(once.center.latitude - twice.center.latitude) < 1e-12
        && abs(once.span.latitudeDelta - twice.span.latitudeDelta) < 1e-12
      let fits = abs(region.center.latitude) + region.span.latitudeDelta / 2 <= 90 && region.span.longitudeDelta <= 360
      #expect(isIdempotent && (!fits || once == region), "seed \(seed)")
    }
  }
}
