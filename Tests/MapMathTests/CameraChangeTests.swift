import TestSupport
import Testing

@testable import MapMath

@Suite struct CameraChangeTests {
  /// A camera, its change about a position, the changed center, and the place under the position.
  private static let anchors: [(MapViewport, Camera, CameraChange, ScreenPoint, Coordinate, Coordinate)] = [
    (
      MapViewport(width: 1000, height: 1000), camera(place(10, -100), 3), CameraChange(zoom512: 7, bearing: 0),
      ScreenPoint(x: 150, y: 150), place(36.207749483067545, -128.839111328125),
      place(37.74360496331309, -130.76171875)
    ),
    (
      MapViewport(width: 390, height: 844), camera(place(40.7135, -74.0066), 15.5, bearing: -17.6),
      CameraChange(zoom512: 16.5), ScreenPoint(x: 300, y: 100), place(40.7154474849504, -74.00657935037273),
      place(40.717394912934594, -74.0065587007454)
    ),
  ]

  @Test("Section 9: zooming about a screen position")
  func recordedAnchors() throws {
    for (viewport, start, change, anchor, center, held) in Self.anchors {
      let changed = try start.changed(change, about: anchor, in: viewport)
      let under = try CameraProjection(changed, in: viewport).coordinate(at: anchor)
      #expect(close(changed.center, center, 1e-9) && close(under, held, 1e-9), "\(changed) \(under)")
    }
  }

  @Test("The place under an anchor stays under it, whatever changes")
  func anchorHolds() throws {
    for seed in seeds(200) {
      var random = SeededRandom(seed: seed)
      let start = random.camera(zooms: 6...18)
      let viewport = random.viewport()
      let change = CameraChange(
        zoom512: start.zoom512 + random.number(-3...3), bearing: random.number(-360...360),
        pitch: random.number(0...60))
      let anchor = ScreenPoint(x: random.number(0...viewport.width), y: random.number(0...viewport.height))
      let before = try CameraProjection(start, in: viewport).coordinate(at: anchor)
      let changed = try start.changed(change, about: anchor, in: viewport)
      let after = try CameraProjection(changed, in: viewport).screenPoint(of: before)
      #expect(close(after, anchor, 1e-4), "seed \(seed)")
    }
  }

  @Test("Options with an anchor hold it, options with a center ignore it")
  func options() throws {
    let viewport = MapViewport(width: 400, height: 400)
    let start = camera(place(10, 10), 5, bearing: 20, pitch: 30)
    var options = MapboxCameraOptions()
    #expect(try start.applying(options, in: viewport) == start)
    (options.zoom, options.anchor) = (6, ScreenPoint(x: 10, y: 20))
    let anchored = try start.applying(options, in: viewport)
    #expect(try anchored == start.changed(CameraChange(zoom512: 6), about: ScreenPoint(x: 10, y: 20), in: viewport))
    options.center = place(1, 2)
    let centered = try start.applying(options, in: viewport)
    #expect(centered.center == place(1, 2) && centered.zoom512 == 6)
    #expect(try nullIslandCamera.applying(MapboxCameraOptions(centered), in: viewport) == centered)
  }

  private let nullIslandCamera = camera(nullIsland, 0)
}

@Suite struct CameraRestrictionTests {
  private func restriction(_ random: inout SeededRandom) -> CameraRestriction {
    var restriction = CameraRestriction()
    let south = random.number(-80...60)
    restriction.bounds = .init(
      southwest: place(south, random.number(-180...180)),
      northeast: place(random.number(south...80), random.number(-180...180)))
    restriction.minimumZoom512 = random.number(0...8)
    restriction.maximumZoom512 = random.number(8...16)
    restriction.minimumPitch = random.number(0...20)
    restriction.maximumPitch = random.number(20...60)
    return restriction
  }

  @Test("A restricted camera keeps everything, an allowed one is unchanged, and no allowed place is nearer")
  func keeps() throws {
    let viewport = MapViewport(width: 390, height: 844)
    for seed in seeds(300) {
      var random = SeededRandom(seed: seed)
      let rule = restriction(&random)
      let free = random.camera()
      let kept = try free.restricted(to: rule, in: viewport)
      #expect(try kept.restricted(to: rule, in: viewport) == kept, "seed \(seed)")
      let isWithin =
        (rule.minimumZoom512...rule.maximumZoom512).contains(kept.zoom512)
        && (rule.minimumPitch...rule.maximumPitch).contains(kept.pitch)
      #expect(isWithin && kept.bearing == free.bearing, "seed \(seed)")
      let bounds = try #require(rule.bounds)
      let (west, east) = (bounds.southwest.longitude, bounds.northeast.longitude)
      let width = west <= east ? east - west : east + 360 - west
      #expect((bounds.southwest.latitude...bounds.northeast.latitude).contains(kept.center.latitude), "seed \(seed)")
      let moved = abs(Longitude.shortestTurn(from: free.center.longitude, to: kept.center.longitude))
      let distances = (0...50).map { share in
        abs(Longitude.shortestTurn(from: free.center.longitude, to: west + width * Double(share) / 50))
      }
      let offset = (kept.center.longitude - west).truncatingRemainder(dividingBy: 360)
      let isAllowed = (offset < 0 ? offset + 360 : offset) <= width + 1e-9
      #expect(isAllowed && distances.allSatisfy { moved <= $0 + 1e-9 }, "seed \(seed)")
    }
  }

  @Test("Bounds over the antimeridian, whole turns, and the edges themselves")
  func edges() {
    let fiji = CameraRestriction.Bounds(southwest: place(-20, 176), northeast: place(-15, -178))
    let held = [place(-18, 180), place(-18, -180), place(-18, 182), place(-20, 176), place(-15, -178)]
    #expect(held.allSatisfy(fiji.contains))
    #expect(fiji.nearest(to: place(0, -170)) == place(-15, -178))
    #expect(fiji.nearest(to: place(-30, 170)) == place(-20, 176))
    let world = CameraRestriction.Bounds(southwest: place(-90, -180), northeast: place(90, 180))
    #expect([-180.0, 0, 180, 540].allSatisfy { world.contains(place(0, $0)) })
  }

  @Test("Section 9: the world fills the height where asked, at zoom log2(height / 512)")
  func fillsHeight() throws {
    var rule = CameraRestriction()
    rule.worldFillsHeight = true
    let tall = MapViewport(width: 400, height: 1024)
    #expect(try camera(nullIsland, 0).restricted(to: rule, in: tall).zoom512 == 1)
    rule.maximumZoom512 = 0.5
    #expect(throws: CameraError.invalidRestriction) { try camera(nullIsland, 0).restricted(to: rule, in: tall) }
    rule.minimumZoom512 = 2
    #expect(!rule.isValid)
  }

  @Test("Without further words a restriction is Mapbox's")
  func defaults() {
    let rule = CameraRestriction()
    #expect(rule.isValid && rule.bounds == nil && !rule.worldFillsHeight)
    let ranges = [
      rule.minimumZoom512...rule.maximumZoom512, rule.minimumPitch...rule.maximumPitch,
      CameraRestriction.mapboxZooms512,
    ]
    #expect(ranges == [0...22, 0...85, 0...25.5])
  }
}
