import MapMath
import TestSupport
import Testing

@Suite struct MapPlaneTests {
  @Test(
    arguments: [
      (45.52, -122.681944, 42739440.276093155, 96012095.91233155),
      (28.976018, 41.01224, 164798670.62772623, 111626999.71328115),
      (40.7128, -74.006, 79034854.78684445, 100926577.02763256),
      (0, 0, 134217728.0, 134217728.0),
    ] as [(Double, Double, Double, Double)])
  func placesCoordinatesAsMapKit(lat: Double, lon: Double, x: Double, y: Double) {
    let point = MapPoint(Coordinate(latitude: lat, longitude: lon))
    #expect(abs(point.x - x) <= 1e-8)
    #expect(abs(point.y - y) <= 1e-8)
    #expect(abs(point.coordinate.latitude - lat) < 1e-12)
    #expect(abs(point.coordinate.longitude - lon) < 1e-12)
  }

  @Test func clampsLatitudeAndRefusesWhatIsNoCoordinate() {
    let north = MapPoint(Coordinate(latitude: 85.05112878, longitude: 0))
    #expect(abs(north.y - 439674.4025) < 1e-3)
    #expect(north == MapPoint(Coordinate(latitude: 90, longitude: 0)))
    #expect(MapPoint(Coordinate(latitude: 10, longitude: 210)) == MapPoint(x: -1, y: -1))
    #expect(MapPoint(Coordinate(latitude: .nan, longitude: 0)) == MapPoint(x: -1, y: -1))
  }

  @Test func spansTheWorld() {
    let north = MapPoint(x: 0, y: 0).coordinate
    let south = MapPoint(x: MapPoint.worldSide, y: MapPoint.worldSide).coordinate
    #expect(abs(north.latitude - south.latitude - 170.10225755961318) < 1e-12)
    #expect(south.longitude - north.longitude == 360)
    #expect(abs(Mercator.maximumLatitude - north.latitude) < 1e-12)
  }

  @Test func worldPointsWrapEastAndStopAtTheEdges() {
    let west = WorldPoint(Coordinate(latitude: 0, longitude: -180))
    #expect(west == WorldPoint(x: 0, y: 1 << 31))
    #expect(WorldPoint(Coordinate(latitude: 0, longitude: 180)) == west)
    #expect(WorldPoint(Coordinate(latitude: 0, longitude: 540)) == west)
    #expect(WorldPoint(Coordinate(latitude: 0, longitude: 179.99999999999)) == west)
    #expect(WorldPoint(Coordinate(latitude: 0, longitude: -180.0000001)).x == UInt32.max)
    for latitude in [Mercator.maximumLatitude, 86, 90] {
      #expect(WorldPoint(Coordinate(latitude: latitude, longitude: 0)).y == 0)
      #expect(WorldPoint(Coordinate(latitude: -latitude, longitude: 0)).y == UInt32.max)
      #expect(WorldGrid.y(latitude: -latitude) == WorldGrid.side)
    }
    #expect(WorldGrid.x(longitude: 180) == WorldGrid.side)
  }

  @Test func worldPointsRoundTrip() {
    for seed in seeds(200) {
      var random = SeededRandom(seed: seed)
      let point = WorldPoint(x: .random(in: 0 ... .max, using: &random), y: .random(in: 0 ... .max, using: &random))
      #expect(WorldPoint(point.coordinate) == point, "seed \(seed)")
      #expect((-180..<180).contains(point.coordinate.longitude), "seed \(seed)")
    }
  }

  @Test func longitudesWrap() {
    for (given, wrapped) in [(0, 0), (180, -180), (-180, -180), (190, -170), (-190, 170), (540, -180), (-540, -180)]
      as [(Double, Double)]
    {
      #expect(Longitude.wrapped(given) == wrapped, "\(given)")
    }
    #expect(Longitude.wrapped((-180.0).nextDown) < 180)
    #expect(Longitude.shortestTurn(from: 170, to: -170) == 20)
    #expect(Longitude.shortestTurn(from: -170, to: 170) == -20)
  }
}
