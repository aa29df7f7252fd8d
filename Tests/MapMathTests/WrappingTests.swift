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
    let turns = [Longitude.shortestTurn(from: 170, to: -170), Longitude.shortestTurn(from: -170, to: 170)]
    #expect(turns == [20, -20])
  }

  @Test func wrappingIsIdempotent() {
    let side = MapPoint.worldSide
    for seed in seeds(500) {
      var random = SeededRandom(seed: seed)
      let reach: Double = [1, 200, 1e5, 1e300][Int(seed % 4)]
      let degrees = Double.random(in: -reach...reach, using: &random)
      let longitude = Longitude.wrapped(degrees)
      let bearing = Bearing.normalized(degrees)
      let point = MapPoint(x: degrees * 1e6, y: degrees).wrapped
      let rect = MapRect(x: degrees * 1e3, y: 5, width: .random(in: 0...side, using: &random), height: 7).wrapped
      let isInside =
        (-180..<180).contains(longitude) && (0..<360).contains(bearing) && (0..<side).contains(point.x)
        && (0..<side).contains(rect.minX) && point.y == degrees
      let isIdempotent =
        Longitude.wrapped(longitude) == longitude && Bearing.normalized(bearing) == bearing && point.wrapped == point
        && rect.wrapped == rect
      #expect(isInside && isIdempotent, "seed \(seed)")
    }
  }

  @Test(arguments: [-1e-300, -Double.leastNonzeroMagnitude, (-360.0).nextDown, -0.0])
  func tinyTurnsStayInside(degrees: Double) {
    let x = MapPoint(x: degrees, y: 0).wrapped.x
    #expect((0..<360).contains(Bearing.normalized(degrees)) && (0..<MapPoint.worldSide).contains(x))
  }
}
