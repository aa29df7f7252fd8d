import MapMath
import TestSupport
import Testing

@Suite("Circles, road width, geodesic lines, distance") struct CirclesAndDistancesTests {
  @Test(
    arguments: [
      (37.3326, -122.0303, 1000, 43216891.34952898, 104163483.19862716, 16899.821404268958),
      (0, 0, 850000, 128485707.6396738, 128485707.6396738, 11464040.720652407),
      (52.52, 13.405, 250, 144210467.2130127, 88032039.8863148, 5506.505530198452),
      (64.1466, -21.9426, 75.5, 117854981.35962434, 71338799.57653287, 2316.409497981748),
    ] as [(Double, Double, Double, Double, Double, Double)])
  func boundsCirclesAsMapKit(lat: Double, lon: Double, radius: Double, x: Double, y: Double, side: Double) {
    let rect = MapRect(circleAt: Coordinate(latitude: lat, longitude: lon), radiusMeters: radius)
    #expect(abs(rect.origin.x - x) <= 1e-7)
    #expect(abs(rect.origin.y - y) <= 1e-7)
    #expect(isClose(rect.width, side))
    #expect(rect.height == rect.width)
  }

  /// Recorded on macOS 26.1.
  @Test(
    arguments: [
      (1, 21), (0.5, 32), (0.25, 60), (0.125, 96), (0.0625, 176), (0.03125, 288), (0.015625, 448), (0.75, 28),
    ] as [(Double, Double)])
  func roadsAreAsWideAsRecorded(scale: Double, width: Double) {
    #expect(MapScale.roadWidth(zoomScale: scale) == width)
  }

  @Test func roadsElsewhere() {
    for scale in [0.75, 0.8, 1, 1.5, 3, 64] { #expect(MapScale.roadWidth(zoomScale: scale) == 21 / scale) }
    #expect(MapScale.roadWidth(zoomScale: 0) == .infinity)
    #expect(MapScale.roadWidth(zoomScale: -1) == .infinity)
    #expect(MapScale.roadWidth(zoomScale: .nan) == .infinity && MapScale.roadWidth(zoomScale: .infinity) == 0)
    // Chosen: the last one below the recorded levels, and the nearest level between them.
    #expect(MapScale.roadWidth(zoomScale: 0x1p-9) == 7 * 512)
    #expect(MapScale.roadWidth(zoomScale: 0.24) == 15 / 0.24)
  }

  @Test func geodesicLinesHaveAPointForEveryKilometer() {
    let points = Geodesic.polyline(
      from: Coordinate(latitude: 0, longitude: 0), to: Coordinate(latitude: 0, longitude: 1))
    // Both recorded on macOS 26.1.
    #expect(points.count == 113)
    let quarter = Geodesic.polyline(
      from: Coordinate(latitude: 0, longitude: 0), to: Coordinate(latitude: 0, longitude: 90))
    #expect(quarter.count == 10020)
    for (a, b) in zip(points, points.dropFirst()) { #expect(abs(a.distance(to: b) - 111319.49079 / 112) < 1e-3) }
  }

  @Test func geodesicLinesKeepTheirEnds() {
    for seed in seeds(20) {
      var random = SeededRandom(seed: seed)
      let (a, b) = (randomCoordinate(&random), randomCoordinate(&random))
      let points = Geodesic.polyline(from: a, to: b, stepMeters: 250_000)
      #expect(points.first == a && points.last == b, "seed \(seed)")
      let length = zip(points, points.dropFirst()).map { $0.distance(to: $1) }.reduce(0, +)
      #expect(isClose(length, a.distance(to: b), relative: 1e-9), "seed \(seed)")
    }
    let here = Coordinate(latitude: 1, longitude: 2)
    #expect(Geodesic.polyline(from: here, to: here) == [here, here])
    let there = Coordinate(latitude: 3, longitude: 4)
    for step in [0, -1, .nan] { #expect(Geodesic.polyline(from: here, to: there, stepMeters: step) == [here, there]) }
  }

  @Test func mapPointsAreGeodesicallyApart() {
    for seed in seeds(100) {
      var random = SeededRandom(seed: seed)
      let (a, b) = (randomCoordinate(&random), randomCoordinate(&random))
      let meters = MapPoint(a).distance(to: MapPoint(b))
      #expect(abs(meters - Geodesic.distance(from: a, to: b)) < 1e-6, "seed \(seed)")
      let moved = MapPoint(x: MapPoint(b).x - MapPoint.worldSide, y: MapPoint(b).y)
      #expect(abs(MapPoint(a).distance(to: moved) - meters) < 1e-6, "seed \(seed)")
    }
    // A degree along the equator is a fraction of the equator's length; MapKit's series is four centimeters short of
    // it.
    let degree = MapPoint(x: 0x1p27, y: 0x1p27).distance(to: MapPoint(x: 0x1p27 + 0x1p28 / 360, y: 0x1p27))
    #expect(abs(degree - 111319.49079327358) < 1e-6)
  }

  private func randomCoordinate(_ random: inout SeededRandom) -> Coordinate {
    Coordinate(latitude: .random(in: -84...84, using: &random), longitude: .random(in: -180..<180, using: &random))
  }
}
