import MapMath
import OvertileCircles
import OvertileCore
import TestSupport
import Testing

/// Vertices on the circle and chords within their error, against pyproj.
@Suite struct RingAccuracyTests {
  struct Sample {
    var circle: Circle
    var error: Double
    /// Per vertex: its distance; then per chord three positions on it.
    var vertices: Range<Int>
    var chords: Range<Int>
  }

  static func circles() throws -> [Circle] {
    var circles: [Circle] = []
    for latitude in [0, 30, -30, 60, -60, 75, -75, 85, -85, 89, -89] as [Double] {
      for longitude in [10, 179.99] {
        for radius in [1, 100, 10_000, 1_000_000, 5_000_000] as [Double] {
          circles.append(
            try Circle(
              center: Coordinate(latitude: latitude, longitude: longitude), radius: radius, model: .geodesic))
        }
      }
    }
    for (latitude, radius) in [(90, 1e6), (-90, 3e6), (0, 1.5e7), (40, 1.9e7), (-70, 1.99e7)] as [(Double, Double)] {
      circles.append(
        try Circle(center: Coordinate(latitude: latitude, longitude: -75), radius: radius, model: .geodesic))
    }
    return circles
  }

  /// The most world grid units in a meter: along the meridian, by the sphere's rule.
  static func unitsPerMeter(latitude: Double) -> Double {
    let p = latitude * .pi / 180
    let w2 = 1 - Ellipsoid.eccentricitySquared * sin(p) * sin(p)
    let meridional = Ellipsoid.equatorialRadius * (1 - Ellipsoid.eccentricitySquared) / (w2 * w2.squareRoot())
    return WorldGrid.side / (2 * .pi) / (meridional * cos(p))
  }

  @Test func verticesLieOnTheCircleAndChordsNearIt() throws {
    var pairs = CircleOracle.Pairs()
    var samples: [Sample] = []
    func add(_ center: Coordinate, _ latitude: Double, _ longitude: Double) {
      pairs.lat1.append(center.latitude)
      pairs.lon1.append(center.longitude)
      pairs.lat2.append(latitude)
      pairs.lon2.append(Longitude.wrapped(longitude))
    }
    for circle in try Self.circles() {
      let radius = circle.radius * Self.unitsPerMeter(latitude: min(abs(circle.center.latitude), 89))
      let error = radius / 500
      let ring = circle.ringCoordinates(zoom: 0, chordError: error)
      let start = pairs.lat1.count
      for vertex in ring { add(circle.center, vertex.latitude, vertex.longitude) }
      let middle = pairs.lat1.count
      for (i, a) in ring.enumerated() {
        var b = ring[(i + 1) % ring.count]
        b.longitude += 360 * ((a.longitude - b.longitude) / 360).rounded()
        guard min(abs(a.latitude), abs(b.latitude)) < 89.9 else { continue }
        let (ya, yb) = (Mercator.y(latitude: a.latitude), Mercator.y(latitude: b.latitude))
        for t in [0.25, 0.5, 0.75] {
          add(circle.center, Mercator.latitude(y: ya + (yb - ya) * t), a.longitude + (b.longitude - a.longitude) * t)
        }
      }
      samples.append(
        Sample(circle: circle, error: error, vertices: start..<middle, chords: middle..<pairs.lat1.count))
    }
    let meters = try CircleOracle.distances(pairs)
    for sample in samples {
      let radius = sample.circle.radius
      let vertexError = sample.vertices.map { abs(meters[$0] - radius) }.max() ?? .infinity
      let chordErrors = sample.chords.map { abs(meters[$0] - radius) * Self.unitsPerMeter(latitude: pairs.lat2[$0]) }
      let chordError = try #require(chordErrors.max())
      #expect(vertexError < 1e-7 && chordError <= sample.error, "\(sample.circle)")
      // The ring is not finer than needed: some chord is near the error, unless the fewest vertices suffice.
      let isCoarsest = sample.vertices.count <= 32 || chordError > sample.error / 8
      #expect(isCoarsest && sample.vertices.count <= 400, "\(sample.circle)")
    }
  }

  @Test func tinyErrorsAreKeptToo() throws {
    var pairs = CircleOracle.Pairs()
    let error = 1.0
    for latitude in [0, 60, -80] as [Double] {
      let circle = try Circle(
        center: Coordinate(latitude: latitude, longitude: 5), radius: 2000, model: .geodesic)
      let ring = circle.ringCoordinates(zoom: 0, chordError: error)
      for (a, b) in zip(ring, ring.dropFirst()) {
        let y = (Mercator.y(latitude: a.latitude) + Mercator.y(latitude: b.latitude)) / 2
        pairs.lat1.append(latitude)
        pairs.lon1.append(5)
        pairs.lat2.append(Mercator.latitude(y: y))
        pairs.lon2.append((a.longitude + b.longitude) / 2)
      }
    }
    let meters = try CircleOracle.distances(pairs)
    let worst = meters.indices.map { abs(meters[$0] - 2000) * Self.unitsPerMeter(latitude: pairs.lat2[$0]) }.max() ?? 0
    #expect(worst <= 1 && worst > 0.1)
  }

  @Test func planeDiscsKeepTheirRadius() throws {
    let circle = try Circle(center: Coordinate(latitude: 50, longitude: 179), radius: 3_000_000, model: .mapkit)
    let units = circle.radiusMapPoints(zoom: 0) * 16
    let error = Circle.worldUnits(pixels: 0.5, zoom: 4, tileSize: 512)
    let ring = circle.ringCoordinates(zoom: 0, chordError: error)
    let (x, y) = (Mercator.x(longitude: 179) * WorldGrid.side, Mercator.y(latitude: 50) * WorldGrid.side)
    func distance(_ px: Double, _ py: Double) -> Double { hypot(px - x, py - y) }
    let points = ring.map { (Mercator.x(longitude: $0.longitude), Mercator.y(latitude: $0.latitude)) }
    for (i, a) in points.enumerated() {
      let b = points[(i + 1) % points.count]
      let vertexError = abs(distance(a.0 * WorldGrid.side, a.1 * WorldGrid.side) - units)
      let middle = distance((a.0 + b.0) / 2 * WorldGrid.side, (a.1 + b.1) / 2 * WorldGrid.side)
      #expect(vertexError < 1e-4 && units - middle <= error && units - middle > error / 4)
    }
  }
}
