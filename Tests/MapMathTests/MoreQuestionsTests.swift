import Foundation
import MapMath
import Testing

/// More results of the page QuestionsOfAppDevelopers; `QuestionsTests` checks that they are its lines.
@Suite struct MoreQuestionsTests {
  @Test func theDistanceOfAZoom() throws {
    let near = Camera(center: Coordinate(latitude: 45, longitude: 7), zoom: Zoom(level: 14, tileSize: 256), pitch: 60)
    let portrait = MapViewport(width: 390, height: 844)
    let mapKitCamera = try MapKitCamera(near, in: portrait)
    let (distance, altitude) = (mapKitCamera.distanceMeters, mapKitCamera.altitudeMeters)
    let lower = MapKitCamera(center: near.center, altitudeMeters: altitude / 2, pitch: 60)
    let oneLevelCloser = try Camera(lower, in: portrait).zoom256
    // Meters per map point at 45 degrees, 64 map points a point, and 1.866 heights away.
    #expect(abs(distance - 844 * 64 * 0.10538267551332614 * 1.8660254037844386) < 1e-6)
    #expect(abs(altitude - distance / 2) < 1e-9 && abs(oneLevelCloser - 15) < 1e-12)
  }

  @Test func metersPerPoint() {
    let street = Zoom(level: 16, tileSize: 256)
    let byMapKit = MapScale.metersPerPoint(latitude: 52.52, zoom: street)
    let byMapbox = MapScale.mapboxMetersPerPoint(latitude: 52.52, zoom: street)
    let again = Zoom(metersPerPoint: byMapKit, latitude: 52.52, tileSize: 256)
    #expect(abs(byMapKit - 16 * 0.09080168852240855) < 1e-12 && abs(again.level - 16) < 1e-12)
    #expect(abs(byMapbox - 40_075_016.68557849 / 0x1p24 * cos(52.52 * .pi / 180)) < 1e-9)
  }

  @Test func whatAPositionShows() throws {
    var situation = MapPosition.Context(viewport: MapViewport(width: 390, height: 844))
    let nothingYet = try MapPosition.automatic.resolved(in: situation)
    situation.content = .coordinates([Coordinate(latitude: 48, longitude: 2), Coordinate(latitude: 52, longitude: 13)])
    let framing = try MapPosition.automatic.resolved(in: situation)
    let alps = Region(
      center: Coordinate(latitude: 46.5, longitude: 10), latitudinalMeters: 3e5, longitudinalMeters: 8e5)
    let following = MapPosition.userLocation(followsHeading: true, fallback: .region(alps))
    let shownInstead = try following.resolved(in: situation)
    #expect(nothingYet == nil && abs((framing?.center.longitude ?? 0) - 7.5) < 1e-9)
    #expect(abs((shownInstead?.center.latitude ?? 0) - 46.5) < 1e-9)
  }

  @Test func keepClearOfASheet() throws {
    let sheet = ScreenPadding(top: 0, left: 0, bottom: 400, right: 0)
    let behind = MapViewport(width: 390, height: 844)
    let route = MapRect(boundingLine: [
      Coordinate(latitude: 52.5, longitude: 13.3), Coordinate(latitude: 52.6, longitude: 13.5),
    ])
    let unpadded = try Camera(showing: PaddedMapRect(rect: route, insets: sheet), in: behind)
    let carrying = try unpadded.repadded(sheet, in: behind)
    let edgePadding = try carrying.paddedMapRect(in: behind)
    #expect(unpadded.padding == .zero && carrying.padding == sheet && edgePadding.insets == sheet)
    #expect(abs(edgePadding.rect.midX - route.midX) < 1e-4 && abs(edgePadding.rect.midY - route.midY) < 1e-4)
    #expect(edgePadding.rect.contains(route.inset(dx: 1e-3, dy: 1e-3)) && carrying.zoom512 == unpadded.zoom512)
    #expect(unpadded.center.latitude < carrying.center.latitude)
  }

  @Test func aGrowingCircle() {
    let beacon = Coordinate(latitude: 37.3326, longitude: -122.0303)
    let boundingMapRect = MapRect(circleAt: beacon, radiusMeters: 1000)
    let frames = (0...60).map { MapRect(circleAt: beacon, radiusMeters: 1000 * Double($0) / 60) }
    let pointsOnScreen = frames.map { $0.width * Zoom(level: 15, tileSize: 256).scale }
    #expect(abs(boundingMapRect.width - 16899.821404268958) < 1e-7 && frames.last == boundingMapRect)
    #expect(frames.allSatisfy { boundingMapRect.contains($0) } && frames[0].isEmpty)
    #expect(abs(pointsOnScreen[60] - 16899.821404268958 / 32) < 1e-9 && pointsOnScreen[30] == pointsOnScreen[60] / 2)
  }

  @Test func insideAcrossTheMeridian() {
    let pacific = MapRect(boundingLine: [
      Coordinate(latitude: -17, longitude: 178), Coordinate(latitude: 21, longitude: -158),
    ])
    let samoa = MapPoint(Coordinate(latitude: -14, longitude: -172))
    let (onThePlane, onTheGlobe) = (pacific.contains(samoa), pacific.contains(wrapped: samoa))
    let aroundFiji = Region(
      center: Coordinate(latitude: -17, longitude: 179.5), span: Region.Span(latitudeDelta: 4, longitudeDelta: 4))
    let isInside = aroundFiji.contains(Coordinate(latitude: -16, longitude: -179))
    #expect(!onThePlane && onTheGlobe && isInside)
  }
}
