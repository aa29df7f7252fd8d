import Foundation
import MapMath
import OvertileBundleFormat
import TestSupport
import Testing

@testable import OvertileLayers

/// The targets of presets, against brute force: every position is projected with the manifest's camera.
@Suite struct CameraFitTests {
  /// The orientation of a preset, and the region of its features.
  private struct Look {
    var bearing: Int
    var pitch: Int
    var padding: ScreenPadding
    var viewport: MapViewport
    var middle: Coordinate
    var spread: Double

    init(_ random: inout SeededRandom) {
      bearing = Int.random(in: 0...360, using: &random)
      pitch = Bool.random(using: &random) ? 0 : Int.random(in: 1...60, using: &random)
      let side = { (random: inout SeededRandom) in Double(Int.random(in: 0...100, using: &random)) }
      padding = ScreenPadding(top: side(&random), left: side(&random), bottom: side(&random), right: side(&random))
      viewport = MapViewport(
        width: Double(Int.random(in: 250...1200, using: &random)),
        height: Double(Int.random(in: 250...1200, using: &random)))
      middle = Coordinate(
        latitude: Double.random(in: -60...60, using: &random), longitude: Double.random(in: -180...180, using: &random))
      spread = [0.02, 0.5, 5, 20].randomElement(using: &random) ?? 1
    }

    func place(_ random: inout SeededRandom) -> Coordinate {
      Coordinate(
        latitude: middle.latitude + Double.random(in: -spread...spread, using: &random),
        longitude: Longitude.wrapped(middle.longitude + Double.random(in: -spread...spread, using: &random)))
    }

    func yaml(_ layer: String) -> String {
      """
      name: Fit
      sources: {in: {path: in.json}}
      layers: {shown: {source: in, zooms: 0, \(layer)}}
      cameras:
        all:
          fit: {layer: shown}
          viewports: \(Int(viewport.width))x\(Int(viewport.height))
          padding: {top: \(padding.top)px, left: \(padding.left)px, bottom: \(padding.bottom)px, right: \(padding.right)px}
          bearing: \(bearing)deg
          pitch: \(pitch)deg
          maxZoom: 24
      gates: {empty: pass}
      output: {path: out, format: directory}
      """
    }

    /// The distance of each position within the free part of the view, in points; negative outside.
    func margins(_ places: [Coordinate], _ view: BundleManifest.CameraView) throws -> [Double] {
      let projection = try CameraProjection(Camera(view.camera), in: viewport)
      return try places.map { place in
        let point = try projection.screenPoint(of: place)
        return min(
          point.x - padding.left, viewport.width - padding.right - point.x, point.y - padding.top,
          viewport.height - padding.bottom - point.y)
      }
    }
  }

  private func view(_ features: [String], _ yaml: String) throws -> BundleManifest.CameraView {
    let scenario = try Scenario()
    try scenario.write(features)
    try scenario.build(yaml)
    return try #require(try BundleManifest(bundle: scenario.bundle).cameras?.first?.views.first)
  }

  @Test(arguments: seeds(12)) func allPointsLieInThePaddedViewAndOneTouchesItsEdge(seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    let look = Look(&random)
    let places = (0..<80).map { _ in look.place(&random) }
    let features = places.map {
      #"{"type":"Feature","geometry":{"type":"Point","coordinates":[\#($0.longitude),\#($0.latitude)]},"properties":{}}"#
    }
    let view = try view(features, look.yaml("kind: cluster"))
    let margins = try look.margins(places, view)
    let least = try #require(margins.min())
    // Rounding of the center and the world grid: a hundredth of a point at these zooms.
    #expect(least > -0.02 && least < 0.02, "seed \(seed): \(look)")
  }

  @Test(arguments: seeds(6)) func circlesLieInThePaddedViewAtTheirRealRadius(seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    let look = Look(&random)
    let radius = look.spread * 20_000
    let places = (0..<10).map { _ in look.place(&random) }
    let features = places.map {
      #"{"type":"Feature","geometry":{"type":"Point","coordinates":[\#($0.longitude),\#($0.latitude)]},"properties":{}}"#
    }
    let view = try view(features, look.yaml("kind: circle, circle: {radius: \(radius)m}"))
    let edges = places.flatMap { place in
      (0..<360).map { Geodesic.direct(from: place, azimuth: Double($0), meters: radius).coordinate }
    }
    let least = try #require(try look.margins(edges, view).min())
    #expect(least > -0.1 && least < 1, "seed \(seed): \(least), \(look)")
  }

  @Test(arguments: seeds(6)) func verticesOfShapesLieInThePaddedView(seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    let look = Look(&random)
    var places: [Coordinate] = []
    let features = (0..<10).map { _ in
      let (from, to) = (look.place(&random), look.place(&random))
      places += [from, to]
      let east = from.longitude + Longitude.shortestTurn(from: from.longitude, to: to.longitude)
      let line = "[[\(from.longitude),\(from.latitude)],[\(east),\(to.latitude)]]"
      return #"{"type":"Feature","geometry":{"type":"LineString","coordinates":\#(line)},"properties":{}}"#
    }
    // Lines that are too small for every zoom are shown as points, so that each counts.
    let view = try view(features, look.yaml("kind: shape, shape: {small: point}"))
    let least = try #require(try look.margins(places, view).min())
    #expect(abs(least) < 0.02, "seed \(seed): \(least), \(look)")
  }

  @Test(arguments: seeds(200)) func hullsHoldEveryPosition(seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    let reach: Int64 = [3, 1000, 1 << 32].randomElement(using: &random) ?? 1
    let positions = (0..<Int.random(in: 1...200, using: &random)).map { _ in
      WorldHull.Position(x: .random(in: 0...reach, using: &random), y: .random(in: 0...reach, using: &random))
    }
    let hulls = [positions, positions.shuffled(using: &random)].map { positions in
      var hull = WorldHull()
      for position in positions { hull.add(x: position.x, y: position.y) }
      return hull.mapPoints()
    }
    #expect(hulls[0] == hulls[1], "seed \(seed)")
    let corners = hulls[0].map { WorldHull.Position(x: Int64($0.x * 16), y: Int64($0.y * 16)) }
    #expect(Set(corners).isSubset(of: Set(positions)), "seed \(seed)")
    guard corners.count > 2 else { return }
    // Exact in 256 bits: no position lies to the right of a side, and no corner on one.
    for (index, from) in corners.enumerated() {
      let to = corners[(index + 1) % corners.count]
      let isLeft = positions.allSatisfy { position in
        let turn = Self.turn(from, to, position)
        return turn > 0 || (turn == 0 && (position == from || position == to || !corners.contains(position)))
      }
      #expect(isLeft, "seed \(seed)")
    }
  }

  /// Twice the area, exact as two halves of long multiplication in tiles of 2^20.
  private static func turn(_ a: WorldHull.Position, _ b: WorldHull.Position, _ c: WorldHull.Position) -> Double {
    let (ux, uy, vx, vy) = (b.x - a.x, b.y - a.y, c.x - a.x, c.y - a.y)
    let split = { (value: Int64) in (high: value >> 20, low: value & 0xFFFFF) }
    let (p, q) = (split(vy), split(vx))
    let high = ux * p.high - uy * q.high
    let low = ux * p.low - uy * q.low
    let carried = high + (low >> 20)
    return carried != 0 ? Double(carried) : Double(low & 0xFFFFF)
  }

  @Test(arguments: seeds(300)) func arcsLeaveTheWidestGapOut(seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    let count = Int.random(in: 1...12, using: &random)
    let boxes = (0..<count).map { _ in
      (
        west: Int64.random(in: -1 << 32...1 << 32, using: &random),
        width: Bool.random(using: &random) ? 0 : Int64.random(in: 0...1 << 30, using: &random)
      )
    }
    var bounds = WrappedBounds()
    for box in boxes { bounds.add(west: box.west, width: box.width, north: 5, south: 6) }
    let arc = try #require(bounds.arc)
    // Brute force: the shortest arc that begins where a box begins and holds all boxes.
    let side = WrappedBounds.side
    let turned = { (value: Int64) in (value % side + side) % side }
    let widths = boxes.map { start in
      boxes.map { turned($0.west - start.west) + $0.width }.max() ?? 0
    }
    let shortest = try #require(widths.min())
    if shortest >= side - side / 4096 {
      #expect(arc == WrappedBounds.Arc(west: 0, width: side), "seed \(seed)")
    } else {
      #expect(arc.width == shortest, "seed \(seed)")
      #expect(zip(boxes, widths).contains { turned($0.west) == arc.west && $1 == shortest }, "seed \(seed)")
    }
    for box in boxes {
      let west = arc.unwrapped(turned(box.west))
      #expect(west >= arc.west && west + box.width <= arc.west + arc.width || arc.width == side, "seed \(seed)")
    }
  }
}
