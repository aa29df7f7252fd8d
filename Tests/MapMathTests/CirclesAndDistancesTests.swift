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
    let rect = MapRect(circleAt: place(lat, lon), radiusMeters: radius)
    #expect(close(rect.origin.x, x, 1e-7) && close(rect.origin.y, y, 1e-7))
    #expect(isClose(rect.width, side) && rect.height == rect.width)
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
    let wide: [(Double, Double)] = [
      (0, .infinity), (-1, .infinity), (.nan, .infinity), (.infinity, 0),
      // Chosen: the last one below the recorded levels, and the nearest level between them.
      (0x1p-9, 7 * 512), (0.24, 15 / 0.24),
    ]
    for (scale, width) in wide + [0.75, 0.8, 1, 1.5, 3, 64].map({ ($0, 21 / $0) }) {
      #expect(MapScale.roadWidth(zoomScale: scale) == width, "\(scale)")
    }
  }

  @Test func geodesicLinesHaveAPointForEveryKilometer() {
    let points = Geodesic.polyline(from: place(0, 0), to: place(0, 1))
    let quarter = Geodesic.polyline(from: place(0, 0), to: place(0, 90))
    // Both recorded on macOS 26.1.
    #expect(points.count == 113 && quarter.count == 10020)
    let steps = zip(points, points.dropFirst()).map { $0.distance(to: $1) }
    #expect(steps.allSatisfy { abs($0 - 111319.49079 / 112) < 1e-3 })
  }

  @Test func geodesicLinesKeepTheirEnds() {
    for seed in seeds(20) {
      var random = SeededRandom(seed: seed)
      let (a, b) = (randomCoordinate(&random), randomCoordinate(&random))
      let points = Geodesic.polyline(from: a, to: b, stepMeters: 250_000)
      let length = zip(points, points.dropFirst()).map { $0.distance(to: $1) }.reduce(0, +)
      let isAsLong = isClose(length, a.distance(to: b), relative: 1e-9)
      #expect(isAsLong && points.first == a && points.last == b, "seed \(seed)")
    }
    let here = place(1, 2)
    #expect(Geodesic.polyline(from: here, to: here) == [here, here])
    let there = place(3, 4)
    for step in [0, -1, .nan] { #expect(Geodesic.polyline(from: here, to: there, stepMeters: step) == [here, there]) }
  }

  @Test func mapPointsAreGeodesicallyApart() {
    for seed in seeds(100) {
      var random = SeededRandom(seed: seed)
      let (a, b) = (randomCoordinate(&random), randomCoordinate(&random))
      let meters = MapPoint(a).distance(to: MapPoint(b))
      let moved = MapPoint(x: MapPoint(b).x - MapPoint.worldSide, y: MapPoint(b).y)
      let others = [Geodesic.distance(from: a, to: b), MapPoint(a).distance(to: moved)]
      #expect(others.allSatisfy { abs($0 - meters) < 1e-6 }, "seed \(seed)")
    }
    // A degree along the equator is a fraction of the equator's length; MapKit's series is four centimeters short of
    // it.
    let degree = MapPoint(x: 0x1p27, y: 0x1p27).distance(to: MapPoint(x: 0x1p27 + 0x1p28 / 360, y: 0x1p27))
    #expect(abs(degree - 111319.49079327358) < 1e-6)
  }

  private func randomCoordinate(_ random: inout SeededRandom) -> Coordinate {
    random.place(within: 84)
  }
}
