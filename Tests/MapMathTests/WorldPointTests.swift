import MapMath
import TestSupport
import Testing

@Suite struct WorldPointTests {
  @Test func wrapEastAndStopAtTheEdges() {
    for longitude in [-180, 180, 540, 179.99999999999] {
      #expect(WorldPoint(place(0, longitude)) == WorldPoint(x: 0, y: 1 << 31))
    }
    #expect(WorldPoint(place(0, -180.0000001)).x == UInt32.max)
    for latitude in [Mercator.maximumLatitude, 86, 90] {
      #expect(WorldPoint(place(latitude, 0)).y == 0 && WorldPoint(place(-latitude, 0)).y == UInt32.max)
      #expect(WorldGrid.y(latitude: -latitude) == WorldGrid.side)
    }
    #expect(WorldGrid.x(longitude: 180) == WorldGrid.side)
  }

  @Test func everyFiniteLongitudeWraps() {
    for longitude in [0x1p36, 0x1p62, 1e300, .greatestFiniteMagnitude] as [Double] {
      for longitude in [longitude, -longitude, longitude.nextUp, longitude.nextDown] where longitude.isFinite {
        let turned = longitude.truncatingRemainder(dividingBy: 360)
        let (found, expected) = (
          WorldPoint(place(10, longitude)),
          WorldPoint(place(10, turned))
        )
        // Up to 2^36 degrees the sum is rounded to some grid units.
        #expect(found.y == expected.y && Int32(bitPattern: found.x &- expected.x).magnitude < 1 << 10, "\(longitude)")
      }
    }
  }

  @Test func roundTrip() {
    for seed in seeds(200) {
      var random = SeededRandom(seed: seed)
      let point = WorldPoint(x: .random(in: 0 ... .max, using: &random), y: .random(in: 0 ... .max, using: &random))
      let isWrapped = (-180..<180).contains(point.coordinate.longitude)
      #expect(isWrapped && WorldPoint(point.coordinate) == point, "seed \(seed)")
    }
  }
}
