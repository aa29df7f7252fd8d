import MapMath
import OvertileCircles
import OvertileCore
import TestSupport
import Testing

/// The polygons of rings: inside the world, valid, and holding exactly the same points as the circle.
@Suite struct RingShapeTests {
  static func circles(seed: UInt64, count: Int) throws -> [Circle] {
    var random = SeededRandom(seed: seed)
    var circles: [Circle] = []
    for i in 0..<count {
      let (model, maximum): (CircleModel, Double) =
        switch i % 4 {
        case 0: (.mapkit, 9e6)
        case 1: (.pixels, 900)
        default: (.geodesic, i % 8 == 2 ? 3e6 : Circle.maximumMeters)
        }
      circles.append(try randomCircle(&random, model: model, maximumRadius: maximum))
    }
    return circles
  }

  @Test func polygonsHoldWhatTheCircleHolds() throws {
    for seed in seeds(8) {
      var random = SeededRandom(seed: seed &+ 1000)
      var mismatches = 0
      var tested = 0
      for circle in try Self.circles(seed: seed, count: 100) {
        let tolerance = 50_000.0
        let ring = circle.ring(zoom: 0, chordError: tolerance)
        for _ in 0..<40 {
          let point = WorldPoint(x: .random(in: 0 ... .max, using: &random), y: .random(in: 0 ... .max, using: &random))
          guard let inside = holds(circle, point, margin: 60_000) else { continue }
          tested += 1
          if inside != covers(ring, point) { mismatches += 1 }
        }
      }
      #expect(mismatches == 0 && tested > 3500, "seed \(seed)")
    }
  }

  /// Whether the circle holds a point; nil within a margin, in world units, of the boundary.
  private func holds(_ circle: Circle, _ point: WorldPoint, margin: Double) -> Bool? {
    let place = point.coordinate
    let excess: Double
    if circle.model == .geodesic {
      let scale = RingAccuracyTests.unitsPerMeter(latitude: place.latitude)
      excess = (Geodesic.distance(from: circle.center, to: place) - circle.radius) * scale
    } else {
      let clamped = min(max(circle.center.latitude, -85), 85)
      let limit = circle.model == .mapkit ? clamped : circle.center.latitude
      let turn = Longitude.shortestTurn(from: circle.center.longitude, to: place.longitude)
      let dx = turn / 360 * WorldGrid.side
      let dy = Double(point.y) - WorldGrid.y(latitude: limit)
      excess = (dx * dx + dy * dy).squareRoot() - circle.radiusMapPoints(zoom: 0) * 16
    }
    return abs(excess) < margin ? nil : excess < 0
  }

  /// Whether a point lies inside an odd number of rings.
  private func covers(_ geometry: WorldGeometry, _ point: WorldPoint) -> Bool {
    let (px, py) = (Double(point.x) + 0.25, Double(point.y) + 0.25)
    var inside = false
    for ring in geometry.ringEnds.indices {
      let positions = geometry.positions(ofRing: ring)
      for (i, j) in zip(positions, positions.dropFirst()) {
        let (ya, yb) = (geometry.y[i], geometry.y[j])
        guard (ya > py) != (yb > py) else { continue }
        if px < geometry.x[i] + (geometry.x[j] - geometry.x[i]) * ((py - ya) / (yb - ya)) { inside.toggle() }
      }
    }
    return inside
  }

  @Test func polygonsAreValidAndInsideTheWorld() throws {
    for seed in seeds(2, from: 50) {
      var all: [WorldGeometry] = []
      let circles = try Self.circles(seed: seed, count: 400)
      for circle in circles {
        let ring = circle.ring(zoom: 0, chordError: 500_000)
        all.append(ring)
        let isInside = (ring.x + ring.y).allSatisfy { (0...WorldGrid.side).contains($0) && $0 == $0.rounded() }
        let areWound = ring.polygonEnds.indices.allSatisfy { polygon in
          let rings = ring.rings(ofPolygon: polygon)
          return rings.allSatisfy { isWound(ring, $0, isExterior: $0 == rings.lowerBound) }
        }
        #expect(isInside && areWound && cuts(ring, at: 0) == cuts(ring, at: WorldGrid.side), "seed \(seed) \(circle)")
      }
      let invalid = try zip(circles, CircleOracle.areValid(all)).filter { !$0.1 }
      #expect(invalid.isEmpty, "seed \(seed)")
    }
  }

  @Test func tinyCirclesAreValidOrEmpty() throws {
    for seed in seeds(1, from: 300) {
      var random = SeededRandom(seed: seed)
      var rings: [WorldGeometry] = []
      for i in 0..<600 {
        let model: CircleModel = i % 2 == 0 ? .mapkit : .geodesic
        let circle = try randomCircle(&random, model: model, maximumRadius: i % 3 == 0 ? 0.05 : 3)
        rings.append(circle.ring(zoom: 0, chordError: [0.1, 1, 20][i % 3]))
      }
      let invalid = try CircleOracle.areValid(rings).enumerated().filter { !$0.element }.map(\.offset)
      #expect(invalid == [] && rings.count { !$0.isEmpty } > 250, "seed \(seed)")
    }
  }

  /// The positions at which a ring's edges leave or enter the map at a meridian: the ends of the edges along it.
  private func cuts(_ geometry: WorldGeometry, at x: Double) -> [Double] {
    geometry.x.indices.filter { geometry.x[$0] == x && geometry.y[$0] > 0 && geometry.y[$0] < WorldGrid.side }
      .map { geometry.y[$0] }.reduce(into: Set<Double>()) { $0.insert($1) }.sorted()
  }

  /// Whether a ring is closed, and wound as an exterior or as a hole.
  private func isWound(_ geometry: WorldGeometry, _ ring: Int, isExterior: Bool) -> Bool {
    let (x, y, positions) = (geometry.x, geometry.y, geometry.positions(ofRing: ring))
    let (first, last) = (positions.lowerBound, positions.upperBound - 1)
    let area = zip(positions, positions.dropFirst()).reduce(0) { $0 + x[$1.0] * y[$1.1] - x[$1.1] * y[$1.0] }
    return x[first] == x[last] && y[first] == y[last] && (area > 0) == isExterior
  }

  static let shapes: [(latitude: Double, longitude: Double, radius: Double, polygons: Int, rings: Int)] = [
    (10, 20, 1e6, 1, 1),  // an ordinary circle
    (10, 179.9, 1e6, 2, 2),  // across the antimeridian
    (10, 180, 1e6, 2, 2),
    (10, -180, 1e6, 2, 2),
    (80, 20, 3e6, 1, 1),  // around a pole
    (-80, 180, 3e6, 1, 1),
    (90, 0, 3e6, 1, 1),
    (88, 5, 19_900_000, 1, 1),  // leaves out an area beyond the map
    (20, 170, 1.9e7, 1, 2),  // all of the world except a disc
    (20, 0.5, 1.9e7, 1, 1),  // the disc lies on the antimeridian
    (89, 30, 1, 0, 0),  // beyond the map
  ]

  @Test func comesInAsFewPiecesAsItCan() throws {
    for (i, shape) in Self.shapes.enumerated() {
      let circle = try Circle(
        center: Coordinate(latitude: shape.latitude, longitude: shape.longitude), radius: shape.radius,
        model: .geodesic)
      let ring = circle.ring(zoom: 0, chordError: 100_000.0)
      #expect([ring.polygonEnds.count, ring.ringEnds.count] == [shape.polygons, shape.rings], "\(i)")
    }
  }

  @Test func wideDiscsOfThePlaneCoverTheWorld() throws {
    let error = 1000.0
    let whole = try Circle(
      center: Coordinate(latitude: 30, longitude: 40), radius: 2000, model: .pixels)
    let ring = whole.ring(zoom: 0, chordError: error)
    let side = WorldGrid.side
    #expect(ring.x == [0, side, side, 0, 0] && ring.y == [0, 0, side, side, 0])
    // At zoom 10 the same circle is an ordinary one.
    let tiny = try Circle(center: Coordinate(latitude: 0, longitude: 0), radius: 0.001, model: .mapkit)
    let rings = [whole.ring(zoom: 10, chordError: error), tiny.ring(zoom: 0, chordError: error)]
    #expect(rings.map(\.ringEnds.count) == [1, 0])
  }
}
