import TestSupport
import Testing

@testable import MapMath

@Suite("MapKit cameras") struct MapKitCameraTests {
  private let phone = MapViewport(width: 390, height: 844)

  /// Printed by a probe on iOS 18.3: a new MKMapView of 320x480 points shows 41418752 map points across, around latitude
  /// 35.7738 (to four digits), 65.5061 degrees of latitude and 55.5469 of longitude, from a distance of 13995915.9651 m.
  @Test func theCameraOfANewMapView() throws {
    let view = MapViewport(width: 320, height: 480)
    let camera = Camera(center: place(35.7738, 103.1836), zoom: Zoom(scale: 320 / 41_418_752, tileSize: 256))
    let kit = try MapKitCamera(camera, in: view)
    // Half a unit of the latitude's last digit is 4.4 m of distance.
    #expect(abs(kit.distanceMeters - 13_995_915.9651) < 4.5)
    let region = try camera.region(in: view)
    #expect(abs(region.span.longitudeDelta - 55.5469) < 5e-5 && abs(region.span.latitudeDelta - 65.5061) < 2e-4)
    #expect(abs(try Camera(kit, in: view).zoom512 - camera.zoom512) < 1e-12)
  }

  @Test func altitudeIsDistanceTimesTheCosineOfThePitch() {
    let straight = MapKitCamera(center: place(45, 7), distanceMeters: 1000)
    #expect(straight.altitudeMeters == 1000)
    let tilted = MapKitCamera(center: place(45, 7), distanceMeters: 1000, heading: 30, pitch: 60)
    #expect(abs(tilted.altitudeMeters - 500) < 1e-9)
    let back = MapKitCamera(center: place(45, 7), altitudeMeters: 500, heading: 30, pitch: 60)
    #expect(abs(back.distanceMeters - 1000) < 1e-9 && back.heading == 30 && back.pitch == 60)
    #expect(MapKitCamera(center: place(45, 7), altitudeMeters: 500, pitch: 90).distanceMeters == .infinity)
    for camera in [
      MapKitCamera(center: nullIsland, altitudeMeters: 1, pitch: 90), .init(center: nullIsland, distanceMeters: 0),
    ] {
      #expect(throws: CameraError.invalidCamera) { try Camera(camera, in: phone) }
    }
  }

  /// Straight down the kit's unpadded camera shows the same picture, and padding leads back.
  @Test func paddingMovesTheMiddle() throws {
    for seed in seeds(100) {
      var random = SeededRandom(seed: seed)
      var start = random.camera(zooms: 4...18)
      (start.pitch, start.padding) = (0, random.insets())
      var viewport = random.viewport()
      viewport.insets = random.insets()
      let kit = try MapKitCamera(start, in: viewport)
      let middle = ScreenPoint(
        x: viewport.middle.x + viewport.insets.shift.x, y: viewport.middle.y + viewport.insets.shift.y)
      let seen = try CameraProjection(start, in: viewport).coordinate(at: middle)
      #expect(close(kit.center.latitude, seen.latitude, 1e-9), "seed \(seed)")
      let scale = MapScale.metersPerMapPoint(latitude: kit.center.latitude) / start.pointsPerMapPoint
      #expect(isClose(kit.distanceMeters, viewport.height * scale * 1.8660254037844386), "seed \(seed)")
      let back = try Camera(kit, in: viewport, padding: start.padding)
      let isBack = !back.differs(from: start, in: viewport, tolerance: .init(points: 1e-4, degrees: 1e-9))
      #expect(isBack && back.padding == start.padding, "seed \(seed)")
    }
  }

  /// With a pitch the new middle agrees in position and scale.
  @Test func anotherPaddingAgreesInItsMiddle() throws {
    for seed in seeds(100) {
      var random = SeededRandom(seed: seed)
      var start = random.camera(zooms: 4...18)
      start.padding = random.insets()
      let (viewport, padding) = (random.viewport(), random.insets())
      let other = try start.repadded(padding, in: viewport)
      let middle = ScreenPoint(x: viewport.middle.x + padding.shift.x, y: viewport.middle.y + padding.shift.y)
      let (a, b) = (try CameraProjection(start, in: viewport), try CameraProjection(other, in: viewport))
      let seen = try b.screenPoint(of: a.coordinate(at: middle))
      #expect(close(seen, middle, 1e-4), "seed \(seed)")
      let step = ScreenPoint(x: middle.x + 1, y: middle.y)
      let (p, q) = (try a.mapPoint(at: middle), try a.mapPoint(at: step))
      let (r, s) = (try b.mapPoint(at: middle), try b.mapPoint(at: step))
      #expect(close((q.x - p.x) / (s.x - r.x), 1, 1e-5), "seed \(seed)")
      #expect(try start.repadded(start.padding, in: viewport) == start, "seed \(seed)")
    }
  }

  @Test func regionsWithinPaddingLeadBack() throws {
    for seed in seeds(100) {
      var random = SeededRandom(seed: seed)
      var start = random.camera(zooms: 4...18)
      (start.pitch, start.padding) = (0, random.insets())
      let viewport = random.viewport()
      let region = try start.region(in: viewport)
      let back = try Camera(region: region, in: viewport, bearing: start.bearing, padding: start.padding)
      #expect(!back.differs(from: start, in: viewport, tolerance: .init(points: 1e-3, degrees: 1e-9)), "seed \(seed)")
    }
    let region = Region(center: place(0, 0), span: Region.Span(latitudeDelta: 1, longitudeDelta: 1))
    #expect(throws: CameraError.noRoom) { try Camera(region: region, in: phone, padding: ScreenPadding(all: 200)) }
  }
}

@Suite("Meters per screen point") struct MetersPerPointTests {
  /// Source: MapLibre Native, test/util/projection.test.cpp, MetersPerPixelAtLatitude; all to 1e-7 there.
  @Test(
    arguments: [
      (0, 0, 78271.516964020484), (-85.0511287798066, 0, 6752.2284729446501), (85.0511287798066, 0, 6752.2284729446501),
      (0, 20, 0.074645535434742435), (-85.0511287798066, 20, 0.0064394268731543065),
      (.infinity, 20, 0.0064394268731543065), (-.infinity, 20, 0.0064394268731543065),
    ] as [(Double, Double, Double)])
  func mapboxMeasuresOnASphere(latitude: Double, level: Double, meters: Double) {
    let zoom = Zoom(level: level, tileSize: 512)
    #expect(abs(MapScale.mapboxMetersPerPoint(latitude: latitude, zoom: zoom) - meters) < 1e-7)
  }

  /// Recorded on macOS 26.1.
  @Test func mapKitMeasuresOnTheEllipsoid() {
    let zoom = Zoom(level: 20, tileSize: 256)
    #expect(MapScale.metersPerPoint(latitude: 60, zoom: zoom) == 0.07470109070817468)
  }

  @Test func bothLeadBackToTheZoom() {
    for seed in seeds(100) {
      var random = SeededRandom(seed: seed)
      let (latitude, level) = (random.number(-90...90), random.number(0...22))
      let zoom = Zoom(level: level, tileSize: 512)
      let mapKit = MapScale.metersPerPoint(latitude: latitude, zoom: zoom)
      let mapbox = MapScale.mapboxMetersPerPoint(latitude: latitude, zoom: zoom)
      let levels = [
        Zoom(metersPerPoint: mapKit, latitude: latitude, tileSize: 256).z512,
        Zoom(mapboxMetersPerPoint: mapbox, latitude: latitude, tileSize: 512).level,
      ]
      #expect(levels.allSatisfy { close($0, level, 1e-11) }, "seed \(seed)")
    }
  }
}
