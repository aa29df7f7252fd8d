import Testing

@testable import MapMath

/// A recorded fit: the input of the two web and native suites, and their assertions or the full result of the same
/// rule.
struct RecordedFit: Sendable, CustomTestStringConvertible {
  var id: String
  var fit: CameraFit
  var target: CameraTarget
  var latitude: Double
  var longitude: Double
  var zoom: Double
  var tolerance = 1e-9

  var testDescription: String { id }
}

private func fit(
  _ width: Double, _ height: Double, _ engine: CameraFit.Engine, _ change: (inout CameraFit) -> Void = { _ in }
) -> CameraFit {
  var fit = CameraFit(in: MapViewport(width: width, height: height))
  fit.engine = engine
  change(&fit)
  return fit
}

private func css(_ top: Double, _ right: Double, _ bottom: Double, _ left: Double) -> ScreenPadding {
  ScreenPadding(top: top, left: left, bottom: bottom, right: right)
}

private let america = CameraTarget.bounds(southwest: place(16, -133), northeast: place(50, -68))
private let iceland = CameraTarget.bounds(southwest: place(63.33, -25.52), northeast: place(66.61, -13.47))
private let asia = CameraTarget.bounds(southwest: place(15.68169, 73.499857), northeast: place(53.560711, 134.77281))
private let states = CameraTarget.bounds(southwest: place(24.9493, -125.0011), northeast: place(49.5904, -66.9326))
private let three = CameraTarget.coordinates([
  place(40.71273, 74.005953), place(15.68169, 73.499857), place(30.82678, 83.4082),
])
private let overNewYork = CameraFit.Engine.native(
  from: camera(place(40.71273, -74.005953), 16), within: CameraRestriction())
private let overNullIsland = CameraFit.Engine.native(from: camera(nullIsland, 0), within: CameraRestriction())
private var level: CameraRestriction {
  var restriction = CameraRestriction()
  restriction.maximumPitch = 0
  return restriction
}

@Suite struct CameraFitRecordedTests {
  static let flat = [
    RecordedFit(
      id: "no options", fit: fit(512, 512, .flat), target: america, latitude: 34.71707777407077, longitude: -100.5,
      zoom: 2.46948528330122),
    RecordedFit(
      id: "bearing 175", fit: fit(512, 512, .flat) { $0.bearing = 175 }, target: america, latitude: 34.71707777407077,
      longitude: -100.5, zoom: 2.396209605021015),
    RecordedFit(
      id: "padding 15", fit: fit(512, 512, .flat) { $0.padding = ScreenPadding(all: 15) }, target: america,
      latitude: 34.71707777407077, longitude: -100.5, zoom: 2.382374619531182),
    RecordedFit(
      id: "uneven padding", fit: fit(512, 512, .flat) { $0.padding = css(10, 75, 50, 25) }, target: america,
      latitude: 32.08328830095684, longitude: -96.55582524271844, zoom: 2.1559858104844385),
    RecordedFit(
      id: "offset", fit: fit(512, 512, .flat) { $0.offset.y = 100 }, target: america, latitude: 44.47172327756863,
      longitude: -100.5, zoom: 2.46948528330122),
    RecordedFit(
      id: "offset and uneven padding",
      fit: fit(512, 512, .flat) { ($0.padding, $0.offset.y) = (css(10, 75, 50, 25), 100) }, target: america,
      latitude: 44.418926635631664, longitude: -96.55582524271844, zoom: 2.1559858104844385),
    RecordedFit(
      id: "wide, bearing 45", fit: fit(2048, 512, .flat) { $0.bearing = 45 }, target: states,
      latitude: 38.304839604025716, longitude: -95.96685000000001, zoom: 2.506997556159294),
    RecordedFit(
      id: "United States", fit: fit(512, 512, .flat),
      target: .bounds(southwest: place(20, -120), northeast: place(45, -60)), latitude: 33.39068338597788,
      longitude: -90, zoom: 2.584962500721156),
    RecordedFit(
      id: "zoom snap", fit: fit(512, 512, .flat) { $0.zoomSnap = 1 }, target: america, latitude: 34.71707777407077,
      longitude: -100.5, zoom: 2),
    RecordedFit(
      id: "Iceland", fit: fit(390, 844, .flat), target: iceland, latitude: 65.02032990618022, longitude: -19.495,
      zoom: 4.508222168736686),
    RecordedFit(
      id: "Iceland, padded", fit: fit(390, 844, .flat) { $0.padding = css(60, 40, 60, 40) }, target: iceland,
      latitude: 65.02032990618022, longitude: -19.495, zoom: 4.177016260261312),
    RecordedFit(
      id: "Iceland, bearing 90", fit: fit(1024, 768, .flat) { $0.bearing = 90 }, target: iceland,
      latitude: 65.02032990618022, longitude: -19.495, zoom: 5.485854355708231),
    RecordedFit(
      id: "Iceland, zoom at most 4", fit: fit(390, 844, .flat) { $0.maximumZoom512 = 4 }, target: iceland,
      latitude: 65.02032990618022, longitude: -19.495, zoom: 4),
  ]

  static let native = [
    RecordedFit(
      id: "Asia from New York", fit: fit(256, 256, overNewYork), target: asia, latitude: 36.9177082241162,
      longitude: 104.13633349999998, zoom: 1.5546746189406218, tolerance: 1e-8),
    RecordedFit(
      id: "no room", fit: fit(256, 256, overNewYork) { $0.padding = css(500, 0, 1200, 0) }, target: asia,
      latitude: 36.9177082241162, longitude: 104.13633349999998, zoom: 16, tolerance: 1e-8),
    RecordedFit(
      id: "behind the camera", fit: fit(256, 256, overNewYork) { ($0.bearing, $0.pitch) = (35, 20) }, target: asia,
      latitude: 31.152463334883336, longitude: 89.58444559636678, zoom: 13.662723370735744, tolerance: 1e-8),
    RecordedFit(
      id: "three places", fit: fit(256, 256, overNullIsland) { $0.bearing = 23 }, target: three,
      latitude: 28.492881732478153, longitude: 74.97437603383403, zoom: 2.7543492259955364),
    RecordedFit(
      id: "pitch clamped",
      fit: fit(256, 256, .native(from: camera(nullIsland, 0), within: level)) { ($0.bearing, $0.pitch) = (23, 45) },
      target: three, latitude: 28.492881732478153, longitude: 74.97437603383403, zoom: 2.7543492259955364),
  ]

  static let onePass = [
    RecordedFit(
      id: "pitch 45", fit: fit(390, 844, .flatThenOnePass) { $0.pitch = 45 }, target: iceland,
      latitude: 64.90506221751804, longitude: -19.494999999999976, zoom: 4.403263540613798),
    RecordedFit(
      id: "pitch 20, bearing -75", fit: fit(1024, 768, .flatThenOnePass) { ($0.pitch, $0.bearing) = (20, -75) },
      target: iceland, latitude: 65.1081948636014, longitude: -18.63369117775096, zoom: 5.376990952210752),
  ]

  /// Without pitch, the sound fit is the flat one.
  static let sound = flat.map { recorded in
    var sound = recorded
    (sound.fit.engine, sound.tolerance) = (.sound, 1e-8)
    return sound
  }

  @Test("Section 9: fits", arguments: flat + sound + native + onePass)
  func recorded(_ recorded: RecordedFit) throws {
    let found = try recorded.fit.camera(showing: recorded.target)
    let center = place(recorded.latitude, recorded.longitude)
    let isClose =
      close(found.center, center, recorded.tolerance) && close(found.zoom512, recorded.zoom, recorded.tolerance)
    #expect(isClose && found.bearing == recorded.fit.bearing, "\(found)")
  }

  @Test("Section 9: the native fit clamps the pitch, and returns the padding in the camera")
  func nativeState() throws {
    #expect(try Self.native[4].fit.camera(showing: three).pitch == 0)
    #expect(try Self.native[1].fit.camera(showing: asia).padding == css(500, 0, 1200, 0))
  }

  @Test("Section 9: what the sound fit gives where the native one fails is close to 1.2")
  func soundWhereNativeFails() throws {
    var sound = Self.native[2].fit
    sound.engine = .sound
    #expect(close(try sound.camera(showing: asia).zoom512, 1.2, 0.1))
  }

  @Test(
    "Section 9: the screen box after one pass",
    arguments: zip(onePass, [[1.973, 339.373, 388.027, 503.764], [203.451, 11.476, 822.694, 759.654]]))
  func onePassBox(_ recorded: RecordedFit, _ expected: [Double]) throws {
    let found = try recorded.fit.camera(showing: recorded.target)
    let projection = try CameraProjection(found, in: recorded.fit.viewport)
    var box = ScreenBox()
    for corner in try recorded.target.corners() { box.include(try projection.screenPoint(of: corner)) }
    #expect(zip([box.minX, box.minY, box.maxX, box.maxY], expected).allSatisfy { close($0, $1, 6e-4) }, "\(box)")
  }

  @Test("Section 9: what lies between two screen positions")
  func screenCoordinates() throws {
    let seen = camera(nullIsland, 0)
    for (engine, bearing, zoom) in [(CameraFit.Engine.flat, 0.0, 2.0), (.sound, 0, 2), (.flat, 225, 1.5)] {
      let fit = fit(512, 512, engine) { $0.bearing = bearing }
      let found = try fit.camera(framing: ScreenPoint(x: 256, y: 256), ScreenPoint(x: 128, y: 128), seenBy: seen)
      let isClose = close(found.center, place(40.9799, -45), 1e-4) && close(found.zoom512, zoom, 1e-9)
      #expect(isClose && found.bearing == bearing, "\(found)")
    }
  }

  @Test("Section 9: Mapbox iOS, a camera for bounds without padding of its own")
  func mapbox() throws {
    let bounds = CameraTarget.bounds(southwest: nullIsland, northeast: place(4, 4))
    let plain = fit(100, 200, .sound) { $0.maximumZoom512 = 0 }
    let tilted = fit(100, 200, .sound) {
      ($0.padding, $0.bearing, $0.pitch) = (ScreenPadding(all: 2), 4, 65)
      ($0.maximumZoom512, $0.offset) = (12, ScreenPoint(x: 1, y: 2))
    }
    for fit in [plain, tilted] {
      let options = MapboxCameraOptions(try fit.camera(showing: bounds))
      let center = try #require(options.center)
      #expect(close(center, place(2, 2), 0.25), "\(options)")
      #expect(options.bearing == fit.bearing && options.pitch == fit.pitch && options.padding == nil)
    }
  }
}
