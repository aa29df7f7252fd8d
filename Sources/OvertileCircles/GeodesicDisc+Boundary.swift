import MapMath
import OvertileCore

extension GeodesicDisc {
  /// A vertex on the boundary, with the boundary's direction on the map.
  struct Vertex {
    /// Clockwise from north, radians.
    var azimuth: Double
    var latitude: Double
    /// Degrees east of the center.
    var offset: Double
    /// World grid units east of the center.
    var dx: Double
    /// World grid units south.
    var y: Double
    /// The direction of the boundary, clockwise, in world grid units; not normalized.
    var tangentX: Double
    var tangentY: Double
  }

  /// Beyond this latitude in degrees the plane stretches without end, and chords are not refined.
  private static let farthestRefined = 89.9

  func boundary(chordError: Double) -> RegionBoundary {
    guard planeRadius(centerLatitude) >= RegionBoundary.minimumRadius else { return .runs([]) }
    let edge = Mercator.maximumLatitude
    guard northLatitude > -edge, southLatitude < edge else {
      return halfWidth(atY: WorldGrid.side / 2) > 0 ? .everything : .runs([])
    }
    var (low, high) = (0.0, Double.pi)
    var start = holdsNorthPole ? EastRun.End.seam : .apex
    var end = holdsSouthPole ? EastRun.End.seam : .apex
    if northLatitude > edge { (low, start) = (azimuth(latitude: edge), .edge) }
    if southLatitude < -edge { (high, end) = (azimuth(latitude: -edge), .edge) }
    let vertices = eastHalf(low...high, chordError: chordError)
    var run = EastRun(start: start, end: end)
    run.dx = vertices.map(\.dx)
    run.y = vertices.map(\.y)
    return .runs([run.withExactEnds()])
  }

  func coordinates(chordError: Double) -> [(offset: Double, latitude: Double)] {
    let east = eastHalf(0...(.pi), chordError: chordError)
    let west = east.reversed().dropFirst().dropLast()
    return east.map { ($0.offset, $0.latitude) } + west.map { (-$0.offset, $0.latitude) }
  }

  /// Vertices from one azimuth to another, as many as the chord error requires.
  private func eastHalf(_ azimuths: ClosedRange<Double>, chordError: Double) -> [Vertex] {
    let count = initialCount(chordError: chordError)
    let isWhole = azimuths == 0...(.pi)
    let width = azimuths.upperBound - azimuths.lowerBound
    let parts = isWhole ? count / 2 : max(Int((width / .pi * Double(count / 2)).rounded(.up)), 1)
    let circle = UnitCircle(count: count)
    var vertices: [Vertex] = []
    vertices.reserveCapacity(parts + 1)
    for i in 0...parts {
      let angle = azimuths.lowerBound + width * (Double(i) / Double(parts))
      let next = isWhole ? vertex(angle, circle[i]) : vertex(angle, (sin(angle), cos(angle)))
      if let last = vertices.last { refine(last, next, chordError, depth: 20, into: &vertices) }
      vertices.append(next)
    }
    return vertices
  }

  /// Vertices a turn to begin with: as many as a plane circle of the disc's largest scale needs, with a fifth of the
  /// error kept for the difference between the two curves; few if the scale varies so much that refining alone is
  /// better.
  private func initialCount(chordError: Double) -> Int {
    let middle = planeRadius(centerLatitude)
    let largest = max(planeRadius(northLatitude), planeRadius(southLatitude), middle)
    guard !holdsNorthPole, !holdsSouthPole, largest < 2 * middle else { return 32 }
    return min(max(UnitCircle.count(radius: largest, chordError: chordError * 0.8), 16), 1536)
  }

  /// The radius in world grid units at the scale of a latitude.
  private func planeRadius(_ latitude: Double) -> Double {
    let cosine = cos(min(abs(latitude), Self.farthestRefined) * .pi / 180)
    return meters / (Ellipsoid.equatorialRadius * cosine) * WorldGrid.side / (2 * .pi)
  }

  /// Adds the vertices between two, halving the azimuth until the chords are close enough.
  private func refine(_ a: Vertex, _ b: Vertex, _ error: Double, depth: Int, into vertices: inout [Vertex]) {
    guard depth > 0, chordErrorBound(a, b) > 0.9 * error else { return }
    let angle = (a.azimuth + b.azimuth) / 2
    let middle = vertex(angle, (sin(angle), cos(angle)))
    refine(a, middle, error, depth: depth - 1, into: &vertices)
    vertices.append(middle)
    refine(middle, b, error, depth: depth - 1, into: &vertices)
  }

  /// The most that the boundary may leave the chord between two vertices.
  ///
  /// A cubic that leaves a chord of length L with the slopes s and t against it stays within L * max(|s|, |t|) / 4. The
  /// directions are known without further points: the boundary is at right angles to the geodesics (Gauss's lemma).
  private func chordErrorBound(_ a: Vertex, _ b: Vertex) -> Double {
    if min(abs(a.latitude), abs(b.latitude)) > Self.farthestRefined { return 0 }
    let (x, y) = (b.dx - a.dx, b.y - a.y)
    var steepest = 0.0
    for vertex in [a, b] {
      let along = vertex.tangentX * x + vertex.tangentY * y
      let across = abs(vertex.tangentX * y - vertex.tangentY * x)
      // Turned by more than 45 degrees: the bound does not hold yet.
      guard across < along else { return x == 0 && y == 0 ? 0 : .infinity }
      steepest = max(steepest, across / along)
    }
    return (x * x + y * y).squareRoot() * steepest / 4
  }

  private func vertex(_ azimuth: Double, _ direction: (sin: Double, cos: Double)) -> Vertex {
    let end = point(direction.sin, direction.cos)
    let finite = min(max(end.latitude, -89.99), 89.99)
    let sine = sin(finite * .pi / 180)
    // The map shows the ellipsoid by the sphere's rule: north-south it is stretched by the ratio of the radii of curvature.
    let stretch = (1 - Ellipsoid.eccentricitySquared * sine * sine) / (1 - Ellipsoid.eccentricitySquared)
    return Vertex(
      azimuth: azimuth, latitude: end.latitude, offset: end.longitudeOffset,
      dx: end.longitudeOffset / 360 * WorldGrid.side, y: Mercator.y(latitude: finite) * WorldGrid.side,
      tangentX: end.cosAzimuth, tangentY: end.sinAzimuth * stretch)
  }
}
