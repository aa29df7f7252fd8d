import Testing

@testable import MapMath

/// A recorded fit: the input of the two web and native suites, and their assertions or the full result of the same
/// rule.
struct RecordedFit: Sendable, CustomTestStringConvertible {
  var id: String
  var fit: CameraFit
  var target: CameraTarget
  var center: Coordinate
  var zoom: Double
  var tolerance: Double

  init(
    _ id: String, _ fit: CameraFit, _ target: CameraTarget, _ center: Coordinate, _ zoom: Double,
    tolerance: Double = 1e-9
  ) {
    (self.id, self.fit, self.target, self.center) = (id, fit, target, center)
    (self.zoom, self.tolerance) = (zoom, tolerance)
  }

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
    RecordedFit("no options", fit(512, 512, .flat), america, place(34.71707777407077, -100.5), 2.46948528330122),
    RecordedFit(
      "bearing 175", fit(512, 512, .flat) { $0.bearing = 175 }, america, place(34.71707777407077, -100.5),
      2.396209605021015),
    RecordedFit(
      "padding 15", fit(512, 512, .flat) { $0.padding = ScreenPadding(all: 15) }, america,
      place(34.71707777407077, -100.5), 2.382374619531182),
    RecordedFit(
      "uneven padding", fit(512, 512, .flat) { $0.padding = css(10, 75, 50, 25) }, america,
      place(32.08328830095684, -96.55582524271844), 2.1559858104844385),
    RecordedFit(
      "offset", fit(512, 512, .flat) { $0.offset.y = 100 }, america, place(44.47172327756863, -100.5),
      2.46948528330122),
    RecordedFit(
      "offset and uneven padding", fit(512, 512, .flat) { ($0.padding, $0.offset.y) = (css(10, 75, 50, 25), 100) },
      america, place(44.418926635631664, -96.55582524271844), 2.1559858104844385),
    RecordedFit(
      "wide, bearing 45", fit(2048, 512, .flat) { $0.bearing = 45 }, states,
      place(38.304839604025716, -95.96685000000001), 2.506997556159294),
    RecordedFit(
      "United States", fit(512, 512, .flat), .bounds(southwest: place(20, -120), northeast: place(45, -60)),
      place(33.39068338597788, -90), 2.584962500721156),
    RecordedFit("zoom snap", fit(512, 512, .flat) { $0.zoomSnap = 1 }, america, place(34.71707777407077, -100.5), 2),
    RecordedFit("Iceland", fit(390, 844, .flat), iceland, place(65.02032990618022, -19.495), 4.508222168736686),
    RecordedFit(
      "Iceland, padded", fit(390, 844, .flat) { $0.padding = css(60, 40, 60, 40) }, iceland,
      place(65.02032990618022, -19.495), 4.177016260261312),
    RecordedFit(
      "Iceland, bearing 90", fit(1024, 768, .flat) { $0.bearing = 90 }, iceland, place(65.02032990618022, -19.495),
      5.485854355708231),
    RecordedFit(
      "Iceland, zoom at most 4", fit(390, 844, .flat) { $0.maximumZoom512 = 4 }, iceland,
      place(65.02032990618022, -19.495), 4),
  ]

  static let native = [
    RecordedFit(
      "Asia from New York", fit(256, 256, overNewYork), asia, place(36.9177082241162, 104.13633349999998),
      1.5546746189406218, tolerance: 1e-8),
    RecordedFit(
      "no room", fit(256, 256, overNewYork) { $0.padding = css(500, 0, 1200, 0) }, asia,
      place(36.9177082241162, 104.13633349999998), 16, tolerance: 1e-8),
    RecordedFit(
      "behind the camera", fit(256, 256, overNewYork) { ($0.bearing, $0.pitch) = (35, 20) }, asia,
      place(31.152463334883336, 89.58444559636678), 13.662723370735744, tolerance: 1e-8),
    RecordedFit(
      "three places", fit(256, 256, overNullIsland) { $0.bearing = 23 }, three,
      place(28.492881732478153, 74.97437603383403), 2.7543492259955364),
    RecordedFit(
      "pitch clamped",
      fit(256, 256, .native(from: camera(nullIsland, 0), within: level)) { ($0.bearing, $0.pitch) = (23, 45) }, three,
      place(28.492881732478153, 74.97437603383403), 2.7543492259955364),
  ]

  static let onePass = [
    RecordedFit(
      "pitch 45", fit(390, 844, .flatThenOnePass) { $0.pitch = 45 }, iceland,
      place(64.90506221751804, -19.494999999999976), 4.403263540613798),
    RecordedFit(
      "pitch 20, bearing -75", fit(1024, 768, .flatThenOnePass) { ($0.pitch, $0.bearing) = (20, -75) }, iceland,
      place(65.1081948636014, -18.63369117775096), 5.376990952210752),
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
    let isClose =
      close(found.center, recorded.center, recorded.tolerance)
      && close(found.zoom512, recorded.zoom, recorded.tolerance)
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
