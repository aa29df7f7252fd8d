import MapMath
import TestSupport
import Testing

@Suite("The MapKit plane") struct MapKitPlaneTests {
  @Test(
    arguments: [
      (45.52, -122.681944, 42739440.276093155, 96012095.91233155),
      (28.976018, 41.01224, 164798670.62772623, 111626999.71328115),
      (40.7128, -74.006, 79034854.78684445, 100926577.02763256),
      (0, 0, 134217728.0, 134217728.0),
    ] as [(Double, Double, Double, Double)])
  func placesCoordinatesAsMapKit(lat: Double, lon: Double, x: Double, y: Double) {
    let point = MapPoint(place(lat, lon))
    #expect(close(point.x, x, 1e-8) && close(point.y, y, 1e-8) && close(point.coordinate, place(lat, lon), 1e-12))
  }

  @Test func clampsLatitudeAndRejectsWhatIsNoCoordinate() {
    let north = MapPoint(place(85.05112878, 0))
    #expect(abs(north.y - 439674.4025) < 1e-3)
    #expect(north == MapPoint(place(90, 0)))
    let south = MapPoint(place(-90, 0))
    #expect(abs(north.y + south.y - MapPoint.worldSide) < 1e-6)
    for none in [place(10, 210), place(91, 0), place(.nan, 0)] { #expect(MapPoint(none) == MapPoint(x: -1, y: -1)) }
  }

  @Test func convertsBeyondTheValidRangeWhereAsked() {
    let east = MapPoint(unwrapped: place(0, 210))
    #expect(abs(east.x - 390.0 / 360 * MapPoint.worldSide) < 1e-6)
    for (latitude, y) in [(90.0, 0.0), (-90, MapPoint.worldSide)] {
      #expect(close(MapPoint(unwrapped: place(latitude, 0)).y, y, 1e-5))
    }
    #expect(place(10, 210).wrapped == place(10, -150))
  }

  @Test func spansTheWorld() {
    let north = MapPoint(x: 0, y: 0).coordinate
    let south = MapPoint(x: MapPoint.worldSide, y: MapPoint.worldSide).coordinate
    #expect(abs(north.latitude - south.latitude - 170.10225755961318) < 1e-12)
    #expect(south.longitude - north.longitude == 360 && abs(Mercator.maximumLatitude - north.latitude) < 1e-12)
  }

  @Test func pointsRoundTrip() {
    for seed in seeds(200) {
      var random = SeededRandom(seed: seed)
      let coordinate = random.place(within: 85)
      let back = MapPoint(coordinate).coordinate
      let isSame = MapPoint(unwrapped: coordinate) == MapPoint(coordinate)
      #expect(close(back, coordinate, 1e-12) && isSame, "seed \(seed)")
    }
  }

  @Test func theInverseIsNotClampedAndNoCoordinateReachesTheEdge() {
    let beyond = MapPoint(x: 0x1p29, y: -1e6).coordinate
    #expect(beyond.latitude > Mercator.maximumLatitude && beyond.longitude == 540)
    let corners = [place(90, -180), place(-90, 180)].map { MapPoint($0) }
    #expect(corners[0].x == 0 && corners[0].y > 0 && corners[1].x == 0x1p28 && corners[1].y < 0x1p28)
  }
}
