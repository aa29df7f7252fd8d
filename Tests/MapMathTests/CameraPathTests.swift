import Foundation
import TestSupport
import Testing

@testable import MapMath

@Suite struct CameraPathTests {
  private let viewport = MapViewport(width: 390, height: 844)
  private static let motions: [CameraMotion] = [.linear, .ease, .flight(), .flight(curvature: 2)]

  @Test("Every path starts and ends exactly at its cameras, and comes near them without a jump", arguments: motions)
  func ends(_ motion: CameraMotion) throws {
    for seed in seeds(100) {
      var random = SeededRandom(seed: seed)
      let (start, end) = (random.camera(), random.camera())
      let path = try CameraPath(from: start, to: end, in: viewport, motion: motion)
      let samples = path.samples(7)
      let areEnds = samples.count == 7 && samples.first == start && samples.last == end
      #expect(areEnds && samples.allSatisfy(\.isValid), "seed \(seed)")
      let tolerance = CameraTolerance(points: 0.5, degrees: 0.01)
      for (near, camera) in [(path.camera(at: 1e-9), start), (path.camera(at: 1 - 1e-9), end)] {
        #expect(!near.differs(from: camera, in: viewport, tolerance: tolerance), "seed \(seed)")
      }
    }
  }

  @Test("Longitude and bearing go the shorter way round")
  func shorterWay() throws {
    let (start, end) = (camera(place(0, 170), 3, bearing: 350), camera(place(0, -170), 3, bearing: 20))
    let middle = try CameraPath(from: start, to: end, in: viewport, motion: .linear).camera(at: 0.5)
    #expect(close(abs(middle.center.longitude), 180, 1e-9) && close(middle.bearing, 365, 1e-9))
  }

  @Test("Ease is the curve of CSS")
  func ease() {
    // Values of cubic-bezier(0.25, 0.1, 0.25, 1), from its parameter t: x(0.5) = 0.3125, y(0.5) = 0.5375.
    for (x, y) in [(0.3125, 0.5375), (0, 0), (1, 1)] { #expect(close(Easing.ease(x), y, 1e-12)) }
  }

  @Test("A flight keeps the perceived speed of its paper constant, and its length is the sum of its steps")
  func flightSpeed() throws {
    let flight = Flight(distance: 5000, startWidth: 10, endWidth: 40, curvature: 1.42)
    let steps = 4000
    var last = flight.state(at: 0)
    for step in 1...steps {
      let next = flight.state(at: Double(step) / Double(steps))
      let width = 10 * (last.growth * next.growth).squareRoot()
      let panned = (next.moved - last.moved) * 5000 * 1.42 / width
      let zoomed = log(next.growth / last.growth) / 1.42
      let length = (panned * panned + zoomed * zoomed).squareRoot()
      // The paper's metric is rho^2 du^2 / w^2 + dw^2 / (rho^2 w^2).
      #expect(close(length * Double(steps) / flight.length, 1, 1e-5))
      last = next
    }
    #expect(close(last.moved, 1, 1e-9) && close(last.growth, 4, 1e-9))
  }

  @Test("A flight between two far places zooms out, one without distance only zooms")
  func flightShape() throws {
    let far = try CameraPath(
      from: camera(place(52, 13), 14), to: camera(place(48, 2), 14), in: viewport, motion: .flight())
    #expect(far.camera(at: 0.5).zoom512 < 8)
    let zoom = try CameraPath(
      from: camera(place(52, 13), 4), to: camera(place(52, 13), 14), in: viewport, motion: .flight())
    #expect(close(zoom.camera(at: 0.5).zoom512, 9, 1e-12))
    #expect(close(zoom.flightLength ?? 0, 10 * 0.6931471805599453 / 1.42, 1e-12))
    let still = try CameraPath(
      from: camera(place(52, 13), 4), to: camera(place(52, 13), 4), in: viewport, motion: .flight())
    #expect(!still.camera(at: 0.3).differs(from: still.start, in: viewport, tolerance: .init(points: 1e-6, degrees: 0)))
    #expect(still.flightLength == 0)
    #expect(throws: CameraError.invalidCamera) {
      try CameraPath(from: far.start, to: far.end, in: viewport, motion: .flight(curvature: 0))
    }
  }
}
