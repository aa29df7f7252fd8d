import MapMath
import OvertileCircles
import OvertileCore
import Testing

@Suite struct CircleScaleTests {
  /// As MKCircle has them, whose rectangles are recorded for `MapRect`.
  @Test func mapKitRectangles() throws {
    for (latitude, longitude, radius) in [(37.3326, -122.0303, 1000), (0, 0, 850_000), (64.1466, -21.9426, 75.5)] {
      let center = Coordinate(latitude: latitude, longitude: longitude)
      let circle = try Circle(center: center, radius: radius, model: .mapkit)
      for (scale, rect) in [
        (1, MapRect(circleAt: center, radiusMeters: radius)),
        (1.2, MapRect(circleAt: center, radiusMeters: 1.2 * radius)),
      ] {
        let found = circle.boundingMapRect(zoom: 7, scale: scale)
        let isAtOrigin = abs(found.minX - rect.minX) <= 2e-7 && abs(found.minY - rect.minY) <= 2e-7
        #expect(isAtOrigin && abs(found.width - rect.width) <= 1e-7 && abs(found.height - rect.height) <= 1e-7)
      }
    }
  }

  @Test func pixelsStayOnScreen() throws {
    let circle = try Circle(
      center: Coordinate(latitude: 60, longitude: 25), radius: 24, model: .pixels)
    for zoom in [0, 3, 14, 31] {
      let pixels = [512.0, 256].map { circle.radiusPixels(zoom: zoom, tileSize: $0) }
      #expect(abs(pixels[0] - 24) < 1e-12 && abs(pixels[1] - 12) < 1e-12)
    }
    #expect(circle.radiusMapPoints(zoom: 1) == 24 * 262_144)
    let meters = circle.radiusMeters(zoom: 10)
    let isAsLong = abs(meters - 24 * 512 * MapScale.metersPerMapPoint(latitude: 60)) < 1e-6
    #expect(isAsLong && abs(circle.radiusMeters(zoom: 11) * 2 - meters) < 1e-9)
    let rect = circle.boundingMapRect(zoom: 10)
    #expect(abs(rect.width - 24 * 512 * 2 / 1.0) < 1e-9 && rect.width == rect.height)
  }

  @Test func metersGrowWithTheZoom() throws {
    let circle = try Circle(center: Coordinate(latitude: 37.3326, longitude: 0), radius: 1000, model: .mapkit)
    // At zoom 20 of 256-pixel tiles a map point is a pixel.
    let radii = [
      circle.radiusMapPoints(zoom: 5), circle.radiusPixels(zoom: 20, tileSize: 256),
      circle.radiusPixels(zoom: 19, tileSize: 512),
    ]
    #expect(radii.allSatisfy { abs($0 - 8449.91070213448) < 1e-9 } && circle.radiusMeters(zoom: 5) == 1000)
  }

  @Test func geodesicRectanglesFitTheRing() throws {
    let error = 1000.0
    for (latitude, longitude, radius) in [(0, 0, 1e6), (50, 179, 2e6), (-84, -100, 1e5)] as [(Double, Double, Double)] {
      let circle = try Circle(
        center: Coordinate(latitude: latitude, longitude: longitude), radius: radius, model: .geodesic)
      let rect = circle.boundingMapRect(zoom: 0)
      let ring = circle.ringCoordinates(zoom: 0, chordError: error)
      let x = ring.map { Mercator.x(longitude: $0.longitude) * MapPoint.worldSide }
      let y = ring.map { Mercator.y(latitude: $0.latitude) * MapPoint.worldSide }
      for (found, given) in [
        (x.min(), rect.origin.x), (x.max(), rect.origin.x + rect.width), (y.min(), rect.origin.y),
        (y.max(), rect.origin.y + rect.height),
      ] { #expect(abs(try #require(found) - given) <= error / 16) }
    }
    let pole = try Circle(center: Coordinate(latitude: 80, longitude: 5), radius: 3e6, model: .geodesic)
    let rect = pole.boundingMapRect(zoom: 0)
    #expect(rect.width == MapPoint.worldSide && rect.origin.y == 0)
    let beyond = try Circle(center: Coordinate(latitude: 89, longitude: 5), radius: 10, model: .geodesic)
    #expect(beyond.boundingMapRect(zoom: 0).height == 0)
  }

  @Test func rejectsWhatIsNoCircle() {
    func rejected(
      _ latitude: Double, _ longitude: Double, _ radius: Double, _ model: CircleModel, tileSize: Double = 512
    ) -> String? {
      do throws(CircleError) {
        let center = Coordinate(latitude: latitude, longitude: longitude)
        _ = try Circle(center: center, radius: radius, model: model, tileSize: tileSize)
        return nil
      } catch { return error.name }
    }
    for model in CircleModel.allCases {
      let radii = [0, -1, -Double.infinity, .nan, .infinity].map { rejected(0, 0, $0, model) }
      #expect(radii == Array(repeating: "radius", count: 5))
      let centers = [rejected(90.1, 0, 1, model), rejected(.nan, 0, 1, model), rejected(0, .infinity, 1, model)]
      #expect(centers == ["latitude", "latitude", "longitude"])
    }
    #expect([19_970_326, 19_970_327].map { rejected(0, 0, $0, .geodesic) } == [nil, "radius"])
    for tileSize in [0.5, .nan] { #expect(rejected(0, 0, 1, .pixels, tileSize: tileSize) == "tile size") }
  }

  @Test func wrapsTheCentersLongitude() throws {
    for (given, kept) in [(190, -170), (-540, -180), (180, 180), (-180, -180)] as [(Double, Double)] {
      let circle = try Circle(center: Coordinate(latitude: 1, longitude: given), radius: 1, model: .mapkit)
      #expect(circle.center.longitude == kept)
    }
  }
}
