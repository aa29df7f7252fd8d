import MapMath
import OvertileCircles
import OvertileCore
import Testing

@Suite struct CircleScaleTests {
  @Test(
    arguments: [
      (37.3326, -122.0303, 1000, 43216891.34952898, 104163483.19862716, 16899.821404268958),
      (0, 0, 850000, 128485707.6396738, 128485707.6396738, 11464040.720652407),
      (52.52, 13.405, 250, 144210467.2130127, 88032039.8863148, 5506.505530198452),
      (64.1466, -21.9426, 75.5, 117854981.35962434, 71338799.57653287, 2316.409497981748),
    ] as [(Double, Double, Double, Double, Double, Double)])
  func mapKitRectangles(lat: Double, lon: Double, radius: Double, x: Double, y: Double, side: Double) throws {
    let circle = try Circle(center: Coordinate(latitude: lat, longitude: lon), radius: radius, model: .mapkit)
    let rect = circle.boundingMapRect(zoom: 7)
    #expect(abs(rect.origin.x - x) <= 1e-7 && abs(rect.origin.y - y) <= 1e-7)
    #expect(abs(rect.width - side) <= 1e-12 * side && rect.height == rect.width)
    let large = circle.boundingMapRect(zoom: 7, scale: 1.2)
    #expect(abs(large.width - 1.2 * side) <= 1e-12 * side)
  }

  @Test func pixelsStayOnScreen() throws {
    let circle = try Circle(
      center: Coordinate(latitude: 60, longitude: 25), radius: 24, model: .pixels)
    for zoom in [0, 3, 14, 31] {
      #expect(abs(circle.radiusPixels(zoom: zoom, tileSize: 512) - 24) < 1e-12)
      #expect(abs(circle.radiusPixels(zoom: zoom, tileSize: 256) - 12) < 1e-12)
    }
    #expect(circle.radiusMapPoints(zoom: 1) == 24 * 262_144)
    let meters = circle.radiusMeters(zoom: 10)
    #expect(abs(meters - 24 * 512 * MapScale.metersPerMapPoint(latitude: 60)) < 1e-6)
    #expect(abs(circle.radiusMeters(zoom: 11) * 2 - meters) < 1e-9)
    let rect = circle.boundingMapRect(zoom: 10)
    #expect(abs(rect.width - 24 * 512 * 2 / 1.0) < 1e-9 && rect.width == rect.height)
  }

  @Test func metersGrowWithTheZoom() throws {
    let circle = try Circle(center: Coordinate(latitude: 37.3326, longitude: 0), radius: 1000, model: .mapkit)
    #expect(circle.radiusMeters(zoom: 5) == 1000)
    #expect(abs(circle.radiusMapPoints(zoom: 5) - 8449.91070213448) < 1e-9)
    // At zoom 20 of 256-pixel tiles a map point is a pixel.
    #expect(abs(circle.radiusPixels(zoom: 20, tileSize: 256) - 8449.91070213448) < 1e-9)
    #expect(abs(circle.radiusPixels(zoom: 19, tileSize: 512) - 8449.91070213448) < 1e-9)
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
      for radius in [0, -1, -Double.infinity, .nan] { #expect(rejected(0, 0, radius, model) == "radius") }
      #expect(rejected(0, 0, .infinity, model) == "radius")
      #expect(rejected(90.1, 0, 1, model) == "latitude")
      #expect(rejected(.nan, 0, 1, model) == "latitude")
      #expect(rejected(0, .infinity, 1, model) == "longitude")
    }
    #expect(rejected(0, 0, 19_970_326, .geodesic) == nil)
    #expect(rejected(0, 0, 19_970_327, .geodesic) == "radius")
    #expect(rejected(0, 0, 1, .pixels, tileSize: 0.5) == "tile size")
    #expect(rejected(0, 0, 1, .pixels, tileSize: .nan) == "tile size")
  }

  @Test func wrapsTheCentersLongitude() throws {
    for (given, kept) in [(190, -170), (-540, -180), (180, 180), (-180, -180)] as [(Double, Double)] {
      let circle = try Circle(center: Coordinate(latitude: 1, longitude: given), radius: 1, model: .mapkit)
      #expect(circle.center.longitude == kept)
    }
  }
}
