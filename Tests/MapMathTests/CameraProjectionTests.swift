import TestSupport
import Testing

@testable import MapMath

@Suite struct CameraProjectionTests {
  @Test("Section 9: the top left corner of a pitched view")
  func recordedCorner() throws {
    let tilted = camera(place(38, -77), 10, pitch: 51.56620156)
    let projection = try CameraProjection(tilted, in: MapViewport(width: 1000, height: 1000))
    let found = try projection.coordinate(at: .zero)
    #expect(close(found, place(38.74661326302018, -77.59198961199148), 1e-9))
  }

  @Test("Projecting a place and back gives the place, with padding and insets, at any bearing and pitch")
  func inverse() throws {
    for seed in seeds(200) {
      var random = SeededRandom(seed: seed)
      var tilted = random.camera()
      tilted.padding = random.insets()
      var viewport = random.viewport()
      viewport.insets = random.insets()
      let projection = try CameraProjection(tilted, in: viewport)
      let horizon = projection.horizonY ?? 0
      for _ in 0..<5 {
        let position = ScreenPoint(
          x: random.number(0...viewport.width), y: random.number(max(0, horizon + 20)...viewport.height))
        let there = try projection.screenPoint(of: try projection.mapPoint(at: position))
        #expect(close(there, position, 1e-5), "seed \(seed): \(there)")
      }
      let shift = (viewport.insets + tilted.padding).shift
      let middle = ScreenPoint(x: viewport.width / 2 + shift.x, y: viewport.height / 2 + shift.y)
      #expect(close(try projection.screenPoint(of: tilted.center), middle, 1e-9), "seed \(seed)")
    }
  }

  @Test("The nearest copy of a place counts, and longitude 180 stays east of 0")
  func copies() throws {
    let viewport = MapViewport(width: 512, height: 512)
    let fiji = try CameraProjection(camera(place(0, 179), 4), in: viewport)
    #expect(close(try fiji.screenPoint(of: place(0, -179)).x, 256 + 8192 / 180, 1e-6))
    let world = try CameraProjection(camera(nullIsland, 0), in: viewport)
    for (longitude, x) in [(180.0, 512.0), (-180, 0)] {
      #expect(close(try world.screenPoint(of: place(0, longitude)).x, x, 1e-9))
    }
  }

  @Test("Behind the camera and above the horizon there is no answer")
  func rejections() throws {
    let viewport = MapViewport(width: 400, height: 400)
    let tilted = try CameraProjection(camera(nullIsland, 10, pitch: 80), in: viewport)
    #expect(throws: CameraError.behindCamera) { try tilted.screenPoint(of: place(-1, 0)) }
    let horizon = try #require(tilted.horizonY)
    #expect(close(horizon, 200 - 600 * 0.17632698070846498, 1e-9))
    #expect(throws: CameraError.aboveHorizon) { try tilted.coordinate(at: ScreenPoint(x: 9, y: horizon)) }
    #expect(throws: Never.self) { try tilted.coordinate(at: ScreenPoint(x: 9, y: horizon + 0.01)) }
    #expect(try CameraProjection(camera(nullIsland, 1), in: viewport).horizonY == nil)
    #expect(throws: CameraError.invalidViewport) {
      try CameraProjection(camera(nullIsland, 1), in: MapViewport(width: 0, height: 9))
    }
    for invalid in [camera(place(.nan, 0), 1), camera(nullIsland, .infinity), camera(nullIsland, 1, pitch: 90)] {
      #expect(throws: CameraError.invalidCamera) { try CameraProjection(invalid, in: viewport) }
    }
  }
}
