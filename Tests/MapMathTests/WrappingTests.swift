import MapMath
import TestSupport
import Testing

@Suite struct WrappingTests {
  @Test(
    arguments: [
      (0, 0), (180, -180), (-180, -180), (190, -170), (-190, 170), (360, 0), (540, -180), (-540, -180),
    ] as [(Double, Double)])
  func longitudesWrap(given: Double, wrapped: Double) {
    #expect(Longitude.wrapped(given) == wrapped)
  }

  @Test func turnsTheShorterWay() {
    #expect(Longitude.wrapped((-180.0).nextDown) < 180)
    #expect(Longitude.shortestTurn(from: 170, to: -170) == 20)
    #expect(Longitude.shortestTurn(from: -170, to: 170) == -20)
  }

  @Test func wrappingIsIdempotent() {
    let side = MapPoint.worldSide
    for seed in seeds(500) {
      var random = SeededRandom(seed: seed)
      let reach: Double = [1, 200, 1e5, 1e300][Int(seed % 4)]
      let degrees = Double.random(in: -reach...reach, using: &random)
      let longitude = Longitude.wrapped(degrees)
      #expect((-180..<180).contains(longitude) && Longitude.wrapped(longitude) == longitude, "seed \(seed)")
      let bearing = Bearing.normalized(degrees)
      #expect((0..<360).contains(bearing) && Bearing.normalized(bearing) == bearing, "seed \(seed)")
      let point = MapPoint(x: degrees * 1e6, y: degrees).wrapped
      #expect((0..<side).contains(point.x) && point.wrapped == point && point.y == degrees, "seed \(seed)")
      let rect = MapRect(x: degrees * 1e3, y: 5, width: .random(in: 0...side, using: &random), height: 7).wrapped
      #expect((0..<side).contains(rect.minX) && rect.wrapped == rect, "seed \(seed)")
    }
  }

  @Test(arguments: [-1e-300, -Double.leastNonzeroMagnitude, (-360.0).nextDown, -0.0])
  func tinyTurnsStayInside(degrees: Double) {
    #expect((0..<360).contains(Bearing.normalized(degrees)))
    #expect((0..<MapPoint.worldSide).contains(MapPoint(x: degrees, y: 0).wrapped.x))
  }

  @Test func ringsOverTheMeridianStayWhole() {
    let ring = [(0, 179), (0, -179), (2, -179), (2, 179)].map { Coordinate(latitude: $0.0, longitude: $0.1) }
    let points = MapPoint.unwrapped(ring)
    let degree = MapPoint.worldSide / 360
    for (point, longitude) in zip(points, [179, 181, 181, 179] as [Double]) {
      #expect(abs(point.x - (longitude + 180) * degree) < 1e-6)
    }
    #expect(points[2].y < points[1].y)
    #expect(MapPoint.unwrapped([Coordinate]()).isEmpty)
  }
}
