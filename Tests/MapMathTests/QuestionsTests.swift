import Foundation
import MapMath
import Testing

/// The results on the page QuestionsOfAppDevelopers, line by line, and that they are right.
@Suite struct QuestionsTests {
  @Test func theZoomOfMyView() throws {
    let view = MapViewport(width: 320, height: 568)
    let span = Region.Span(latitudeDelta: 0.3, longitudeDelta: 0.2197265625)
    let zoom = Zoom(span: span, viewport: view, tileSize: 256)
    #expect(abs(zoom.level - 11) < 1e-12)
  }

  @Test func theZoomOfATurnedView() throws {
    let bar = ScreenPadding(top: 20, left: 0, bottom: 0, right: 0)
    let turnedView = MapViewport(width: 320, height: 568, insets: bar)
    let reported = Region.Span(latitudeDelta: 0.4, longitudeDelta: 0.3784296541518542)
    let turnedZoom = Zoom(span: reported, viewport: turnedView, bearing: 30, tileSize: 256)
    #expect(abs(turnedZoom.level - 11) < 1e-12)
  }

  @Test func twentyOrTwentyOne() throws {
    let closest = Zoom(scale: 1, tileSize: 256)
    let levels = [closest.z128, closest.z256, closest.z512]
    let forMapbox = closest.converted(toTileSize: 512)
    #expect(levels == [21, 20, 19] && forMapbox == Zoom(level: 19, tileSize: 512))
  }

  @Test func retina() throws {
    let sharp = Zoom.tileSize(pixels: 256, screenScale: 2)
    let onScreen = Zoom(level: 14, tileSize: 256)
    let tileLevel = onScreen.level(tileSize: sharp)
    let applesLevel = Zoom.tileLevel(scale: onScreen.scale, tileSize: sharp)
    #expect(sharp == 128 && tileLevel == 15 && applesLevel == 15)
  }

  @Test func frameMyPins() throws {
    let pins = [(48.8584, 2.2945), (48.8530, 2.3499), (48.8867, 2.3431)]
      .map { Coordinate(latitude: $0.0, longitude: $0.1) }
    var fit = CameraFit(in: MapViewport(width: 390, height: 844))
    fit.padding = ScreenPadding(top: 80, left: 40, bottom: 200, right: 40)
    fit.bearing = 20
    fit.pitch = 45
    fit.maximumZoom512 = 16
    let framed = try fit.camera(showing: .coordinates(pins))
    let projection = try CameraProjection(framed, in: fit.viewport)
    for pin in pins {
      let place = try projection.screenPoint(of: pin)
      #expect(place.x > 39.999 && place.x < 350.001 && place.y > 79.999 && place.y < 644.001)
    }
  }

  @Test func restrictToACountry() throws {
    var rule = CameraRestriction()
    rule.bounds = CameraRestriction.Bounds(
      southwest: Coordinate(latitude: 45.8, longitude: 5.9), northeast: Coordinate(latitude: 47.9, longitude: 10.5))
    rule.minimumZoom512 = 6
    let strayed = Camera(center: Coordinate(latitude: 48.5, longitude: 7), zoom512: 4)
    let kept = try strayed.restricted(to: rule, in: MapViewport(width: 390, height: 844))
    #expect(kept.center == Coordinate(latitude: 47.9, longitude: 7) && kept.zoom512 == 6)
  }

  @Test func theRectangleOfACircle() throws {
    let middle = Coordinate(latitude: 37.3326, longitude: -122.0303)
    let drawn = MapRect(circleAt: middle, radiusMeters: 1000)
    let shown = try CameraFit(in: MapViewport(width: 390, height: 844))
      .camera(showing: .circle(center: middle, radiusMeters: 1000))
    #expect(abs(drawn.width - 16899.821404268958) < 1e-7 && shown.zoom512 > 12)
  }

  @Test func pinsOnBothSides() throws {
    let fiji = [Coordinate(latitude: -17, longitude: 178), Coordinate(latitude: -18, longitude: -179)]
    let around = MapRect(boundingByShortestArc: fiji)
    let parts = around.wrappedParts
    let over = try CameraFit(in: MapViewport(width: 390, height: 844)).camera(showing: .coordinates(fiji))
    #expect(around.spans180thMeridian && parts.count == 2 && abs(over.center.longitude - 179.5) < 1e-9)
  }

  @Test func aSavedCameraComesBack() throws {
    let before = Camera(center: Coordinate(latitude: 0, longitude: 0), zoom512: 3.7, bearing: 12)
    let data = try JSONEncoder().encode(SavedCamera(before))
    let after = try JSONDecoder().decode(SavedCamera.self, from: data)
    let isThere = after.camera != nil
    #expect(after.camera == before && isThere && SavedCamera.nothing.camera == nil)
  }

  @Test func fetchOncePerSettling() throws {
    var tracker = ViewportTracker(options: TileCover.Options(tileSize: 512), minimumIntervalSeconds: 1)
    let screen = MapViewport(width: 390, height: 844)
    let start = Camera(center: Coordinate(latitude: 47, longitude: 8), zoom512: 9)
    let whileMoving = try tracker.update(start, in: screen, phase: .continuous, atSeconds: 0)
    let atRest = try tracker.update(start, in: screen, phase: .settled, atSeconds: 0.3)
    let again = try tracker.update(start, in: screen, phase: .settled, atSeconds: 5)
    let toFetch = atRest?.entered ?? []
    #expect(whileMoving == nil && again == nil && !toFetch.isEmpty && toFetch == tracker.tiles)
  }

  @Test func trueDistance() throws {
    let paris = Coordinate(latitude: 48.8566, longitude: 2.3522)
    let newYork = Coordinate(latitude: 40.7128, longitude: -74.006)
    let meters = paris.distance(to: newYork)
    let line = Geodesic.inverse(from: paris, to: newYork)
    let halfway = Geodesic.direct(from: paris, azimuth: line.initialAzimuth, meters: meters / 2).coordinate
    #expect(abs(meters - 5_852_000) < 6_000 && abs(halfway.distance(to: newYork) - meters / 2) < 1e-6)
  }

  @Test func mapboxFromARegion() throws {
    let visible = Region(
      center: Coordinate(latitude: 33.777328, longitude: -84.397348),
      span: Region.Span(latitudeDelta: 0.2739564272710098, longitudeDelta: 0.2197265625))
    let mapView = MapViewport(width: 320, height: 480)
    let camera = try Camera(region: visible, in: mapView)
    let options = MapboxCameraOptions(camera)
    let back = try camera.region(in: mapView)
    #expect(abs((options.zoom ?? 0) - 10) < 1e-12 && options.center == visible.center)
    #expect(abs(back.span.latitudeDelta - visible.span.latitudeDelta) < 1e-12)
  }

  /// Every block of code of the page is here, except for white space.
  @Test func thePageIsTheseLines() throws {
    let file = URL(fileURLWithPath: #filePath)
    let page = file.deletingLastPathComponent()
      .appendingPathComponent("../../Sources/MapMath/MapMath.docc/QuestionsOfAppDevelopers.md").standardized
    let more = file.deletingLastPathComponent().appendingPathComponent("MoreQuestionsTests.swift")
    let tests = try [file, more].map { try String(contentsOf: $0, encoding: .utf8) }.joined().filter {
      !$0.isWhitespace
    }
    let blocks = try String(contentsOf: page, encoding: .utf8).components(separatedBy: "```swift").dropFirst()
    #expect(blocks.count == 18)
    for block in blocks {
      let code = try #require(block.components(separatedBy: "```").first).filter { !$0.isWhitespace }
      #expect(!code.isEmpty && tests.contains(code), "\(block.prefix(200))")
    }
  }
}
