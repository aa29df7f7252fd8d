import TestSupport
import Testing

@testable import MapMath

@Suite struct CameraFitTests {
  /// Expects all of a target inside a box and something of it on the edge, in points.
  private func expectFilled(
    _ fit: CameraFit, _ target: CameraTarget, _ comment: Comment
  ) throws {
    let found = try fit.camera(showing: target)
    let projection = try CameraProjection(found, in: fit.viewport)
    let area = fit.viewport.area(within: fit.padding + fit.cameraPadding)
    var box = ScreenBox()
    let middle = MapPoint(unwrapped: found.center).x
    let corners = try target.corners()
    // The center is wrapped: one shift brings all corners to its copy of the world.
    let between = (corners.map(\.x).min()! + corners.map(\.x).max()!) / 2
    let turns = ((middle - between) / MapPoint.worldSide).rounded() * MapPoint.worldSide
    for corner in corners { box.include(try projection.screenPoint(of: MapPoint(x: corner.x + turns, y: corner.y))) }
    let gaps = [box.minX - area.minX, box.minY - area.minY, area.maxX - box.maxX, area.maxY - box.maxY]
    #expect(gaps.allSatisfy { $0 >= -1e-4 }, comment)
    #expect(gaps.contains { $0 <= 1e-4 } || found.zoom512 == fit.maximumZoom512, comment)
  }

  /// A fit with everything set but the offset.
  private func randomFit(_ random: inout SeededRandom, pitches: ClosedRange<Double>) -> CameraFit {
    var fit = CameraFit(in: random.viewport())
    fit.padding = random.insets()
    if Bool.random(using: &random) { fit.cameraPadding = ScreenPadding(top: 30, left: 5, bottom: 0, right: 20) }
    fit.bearing = random.number(-360...360)
    fit.pitch = random.number(pitches)
    return fit
  }

  private func randomTarget(_ random: inout SeededRandom) -> CameraTarget {
    let size = [0.01, 1, 40].randomElement(using: &random)!
    let (latitude, longitude) = (random.number(-60...60), random.number(-180...179))
    func near(_ random: inout SeededRandom) -> Coordinate {
      let turned = Longitude.wrapped(longitude + random.number(-size...size))
      return place(latitude + random.number(-size...size) / 2, turned)
    }
    switch Int.random(in: 0..<6, using: &random) {
    case 0: return .coordinates((0..<5).map { _ in near(&random) })
    case 1: return .polygon((0..<4).map { _ in near(&random) })
    case 2: return .circle(center: place(latitude, longitude), radiusMeters: size * 30_000)
    case 3: return .line((0..<3).map { _ in near(&random) })
    case 4: return .parts([.coordinates([near(&random)]), .polygon((0..<3).map { _ in near(&random) })])
    default:
      let (a, b) = (near(&random), near(&random))
      return .bounds(
        southwest: place(min(a.latitude, b.latitude), a.longitude),
        northeast: place(max(a.latitude, b.latitude), Longitude.wrapped(a.longitude + size)))
    }
  }

  @Test("Fit, then project: all inside the padded viewport and something on its edge, any bearing, pitches 0...85")
  func fillsTheViewport() throws {
    for seed in seeds(400) {
      var random = SeededRandom(seed: seed)
      let fit = randomFit(&random, pitches: 0...85)
      let target = randomTarget(&random)
      try expectFilled(fit, target, "seed \(seed): \(target)")
    }
  }

  @Test("The greatest zoom holds, snapping rounds down, and the middle stays in the middle")
  func capped() throws {
    for seed in seeds(60) {
      var random = SeededRandom(seed: seed)
      var fit = randomFit(&random, pitches: 0...60)
      let target = CameraTarget.rect(MapRect(x: 1e8, y: 9e7, width: 2e5, height: 1e5))
      let free = try fit.camera(showing: target)
      fit.zoomSnap = 0.25
      let snapped = try fit.camera(showing: target)
      #expect(snapped.zoom512 == ((free.zoom512 + 1e-9) * 4).rounded(.down) / 4, "seed \(seed)")
      fit.maximumZoom512 = 3
      #expect(try fit.camera(showing: target).zoom512 == 3, "seed \(seed)")
      let projection = try CameraProjection(snapped, in: fit.viewport)
      var box = ScreenBox()
      for corner in try target.corners() { box.include(try projection.screenPoint(of: corner)) }
      let middle = fit.viewport.area(within: fit.padding + fit.cameraPadding).middle
      #expect(close(box.middle.x, middle.x, 1e-5) && close(box.middle.y, middle.y, 1e-5), "seed \(seed)")
    }
  }

  @Test("Without pitch and offset the flat fit of a rectangle is the sound one, whatever the bearing and padding")
  func flatIsSound() throws {
    for seed in seeds(60) {
      var random = SeededRandom(seed: seed)
      var fit = randomFit(&random, pitches: 0...0)
      let target = CameraTarget.rect(MapRect(x: 1e8, y: 9e7, width: 2e5, height: random.number(1...3e5)))
      let sound = try fit.camera(showing: target)
      fit.engine = .flat
      let flat = try fit.camera(showing: target)
      #expect(!flat.differs(from: sound, in: fit.viewport, tolerance: .init(points: 1e-5, degrees: 0)), "seed \(seed)")
    }
  }

  @Test("A single place gets the greatest zoom and the middle; an offset moves it on the screen")
  func singlePlace() throws {
    var fit = CameraFit(in: MapViewport(width: 390, height: 844))
    (fit.maximumZoom512, fit.pitch, fit.bearing) = (15, 40, 77)
    let found = try fit.camera(showing: .coordinates([place(48, 11)]))
    #expect(found.zoom512 == 15 && close(found.center, place(48, 11), 1e-9))
    fit.offset = ScreenPoint(x: 20, y: -100)
    let moved = try CameraProjection(try fit.camera(showing: .coordinates([place(48, 11)])), in: fit.viewport)
    #expect(close(try moved.screenPoint(of: place(48, 11)), ScreenPoint(x: 215, y: 322), 1e-6))
  }

  @Test("Places on both sides of the antimeridian are fitted over it, and bounds with west beyond east too")
  func antimeridian() throws {
    let fit = CameraFit(in: MapViewport(width: 512, height: 512))
    let targets: [CameraTarget] = [
      .coordinates([place(-18, 178), place(-18, -178)]),
      .polygon([place(-19, 178), place(-17, -178), place(-18, 179)]),
      .bounds(southwest: place(-19, 178), northeast: place(-17, -178)),
    ]
    for target in targets {
      let found = try fit.camera(showing: target)
      let isClose = close(abs(found.center.longitude), 180, 1e-9) && close(found.zoom512, 6.491853096329675, 1e-9)
      #expect(isClose, "\(target): \(found)")
    }
  }

  @Test("A circle is fitted as it lies on the ellipsoid, also around a pole")
  func circles() throws {
    var fit = CameraFit(in: MapViewport(width: 400, height: 400))
    fit.engine = .flat
    let found = try fit.camera(showing: .circle(center: place(60, 10), radiusMeters: 10_000))
    let projection = try CameraProjection(found, in: fit.viewport)
    let east = Geodesic.direct(from: place(60, 10), azimuth: 90, meters: 10_000).coordinate
    let reach = try projection.screenPoint(of: east).x
    #expect(reach < 400 && reach > 399.5)
    let polar = try fit.camera(showing: .circle(center: place(89, 10), radiusMeters: 500_000))
    #expect(close(polar.center.longitude, 10, 1e-9) && close(polar.zoom512, -0.35614381022527536, 1e-9))
  }

  @Test("Refusals")
  func rejections() {
    var fit = CameraFit(in: MapViewport(width: 100, height: 100))
    for nothing in [
      CameraTarget.coordinates([]), .rect(.null), .polygon([place(.nan, 0)]),
      .circle(center: nullIsland, radiusMeters: -1),
    ] {
      #expect(throws: CameraError.nothingToFit) { try fit.camera(showing: nothing) }
    }
    fit.padding = ScreenPadding(all: 51)
    for engine in [CameraFit.Engine.flat, .sound, .flatThenOnePass] {
      fit.engine = engine
      #expect(throws: CameraError.noRoom) { try fit.camera(showing: .rect(.world)) }
    }
    fit.pitch = 90
    #expect(throws: CameraError.invalidCamera) { try fit.camera(showing: .rect(.world)) }
  }
}
