import TestSupport
import Testing

@testable import MapMath

@Suite struct CameraConversionTests {
  private let phone = MapViewport(width: 390, height: 844)

  @Test(
    "Section 8: the zoom of a turned view from its region",
    arguments: [
      (320, 568, 20, 30, 0.3784296541518542, 10), (414, 736, 20, 120, 0.029846923289016048, 14.25),
      (1024, 768, 20, -45, 77.87109375, 3.5),
    ] as [(Double, Double, Double, Double, Double, Double)])
  func rotated(_ row: (Double, Double, Double, Double, Double, Double)) throws {
    let insets = ScreenPadding(top: row.2, left: 0, bottom: 0, right: 0)
    let viewport = MapViewport(width: row.0, height: row.1, insets: insets)
    let region = Region(center: nullIsland, span: Region.Span(latitudeDelta: 1, longitudeDelta: row.4))
    let found = try Camera(region: region, in: viewport, bearing: row.3)
    let back = try found.region(in: viewport).span.longitudeDelta
    #expect(close(found.zoom512, row.5, 1e-9) && close(back, row.4, 1e-9))
  }

  @Test("Camera, region, camera: nothing is lost but the pitch")
  func regions() throws {
    for seed in seeds(100) {
      var random = SeededRandom(seed: seed)
      var start = random.camera(zooms: 4...18)
      start.pitch = 0
      var viewport = random.viewport()
      viewport.insets = random.insets()
      let back = try Camera(region: start.region(in: viewport), in: viewport, bearing: start.bearing)
      #expect(!back.differs(from: start, in: viewport, tolerance: .init(points: 1e-3, degrees: 1e-9)), "seed \(seed)")
    }
  }

  @Test("Camera, padded rectangle, camera: the same picture, the padding taken into the center")
  func paddedRects() throws {
    for seed in seeds(100) {
      var random = SeededRandom(seed: seed)
      var start = random.camera(zooms: 2...18)
      (start.pitch, start.bearing, start.padding) = (0, 0, random.insets())
      let viewport = random.viewport()
      let back = try Camera(showing: start.paddedMapRect(in: viewport), in: viewport)
      #expect(back.padding == .zero, "seed \(seed)")
      let (a, b) = (try CameraProjection(start, in: viewport), try CameraProjection(back, in: viewport))
      for position in [ScreenPoint(x: 0, y: 0), ScreenPoint(x: 200, y: 150)] {
        let there = try b.screenPoint(of: a.coordinate(at: position))
        #expect(close(there, position, 1e-3), "seed \(seed)")
      }
    }
  }

  @Test("Section 11: edge padding moves the center by half the difference over the scale; a point needs a maximum zoom")
  func edgePadding() throws {
    let insets = ScreenPadding(top: 100, left: 20, bottom: 20, right: 40)
    let rect = MapRect(x: 1e8, y: 1e8, width: 1000, height: 2000)
    let found = try Camera(showing: PaddedMapRect(rect: rect, insets: insets), in: phone)
    let scale = min(330.0 / 1000, 724.0 / 2000)
    let center = MapPoint(found.center)
    #expect(close(found.pointsPerMapPoint, scale, 1e-12))
    #expect(close(center.x, rect.midX + 10 / scale, 1e-5) && close(center.y, rect.midY - 40 / scale, 1e-5))
    let point = MapRect(x: 1e8, y: 1e8, width: 0, height: 0)
    let padded = PaddedMapRect(rect: point, insets: .zero)
    #expect(try Camera(showing: padded, in: phone, maximumZoom512: 17).zoom512 == 17)
  }

  @Test("Every kind of position resolves, or says that it cannot")
  func positions() throws {
    var context = MapPosition.Context(viewport: phone)
    let here = MapPosition.camera(try MapKitCamera(camera(place(1, 2), 9), in: phone))
    let user = MapPosition.userLocation(followsHeading: true, fallback: here)
    #expect(try MapPosition.automatic.resolved(in: context) == nil)
    #expect(try MapPosition.userLocation(followsHeading: false, fallback: .automatic).resolved(in: context) == nil)
    #expect(try user.resolved(in: context) == here.resolved(in: context))
    (context.userLocation, context.userHeading) = (place(3, 4), 45)
    #expect(try user.resolved(in: context) == camera(place(3, 4), 15, bearing: 45))
    context.content = .rect(.world)
    #expect(try MapPosition.automatic.resolved(in: context) == MapPosition.rect(.world).resolved(in: context))
    let region = Region(center: place(10, 20), span: Region.Span(latitudeDelta: 1, longitudeDelta: 39))
    let shown = try #require(try MapPosition.region(region).resolved(in: context))
    #expect(close(shown.center, place(10, 20), 1e-9) && close(shown.zoom(tileSize: 390), 3.2064508774674265, 1e-9))
  }
}

@Suite struct CameraValueTests {
  private let phone = MapViewport(width: 390, height: 844)

  @Test("Normalising wraps, clamps, and is idempotent")
  func normalized() {
    let wild = camera(place(89, 190), 5, bearing: -17.6, pitch: 88).normalized
    #expect(wild.center == place(Mercator.maximumLatitude, -170) && wild.pitch == 85)
    #expect(close(wild.bearing, 342.4, 1e-12) && wild.normalized == wild)
    for seed in seeds(50) {
      var random = SeededRandom(seed: seed)
      let start = random.camera()
      #expect(start.normalized == start, "seed \(seed)")
    }
  }

  @Test("Two cameras differ when it shows, not when it does not")
  func differences() {
    let start = camera(place(50, 10), 10, bearing: 359.95)
    var other = start
    #expect(!start.differs(from: other, in: phone))
    other.center.longitude += 360
    other.bearing = 0.04
    #expect(!start.differs(from: other, in: phone) && !other.differs(from: start, in: phone))
    let point = 360 / (512 * 1024.0)
    let changes: [(inout Camera) -> Void] = [
      { $0.center.longitude += 0.6 * point }, { $0.center.latitude += 0.6 * point }, { $0.zoom512 += 0.002 },
      { $0.bearing += 0.2 }, { $0.pitch += 0.2 }, { $0.padding.left = 1 }, { $0.zoom512 = .nan },
    ]
    for change in changes {
      var changed = start
      change(&changed)
      #expect(changed.differs(from: start, in: phone) && start.differs(from: changed, in: phone), "\(changed)")
    }
  }
}
