import MapMath

/// The rings of a polygon in degrees that continue across the antimeridian, holes where their exterior lies.
///
/// Rings around a pole are closed; see `AntimeridianCut`.
struct PolygonPaths {
  /// The exterior, then the holes.
  private(set) var rings: [UnwrappedPath]
  /// The longitudes of the exterior.
  private let span: ClosedRange<Double>

  /// The paths of some rings; nil if none has a position.
  init?(_ positions: [Range<Int>], _ longitudes: [Double], _ latitudes: [Double], insideIsLeft: Bool) {
    var rings = positions.filter { !$0.isEmpty }.map { UnwrappedPath(ringAt: $0, longitudes, latitudes) }
    if rings.isEmpty { return nil }
    let around = rings.indices.filter { rings[$0].goesAround }
    if around.count == 2 {
      let other = rings.remove(at: around[1])
      var band = rings.remove(at: around[0])
      band.joinBand(to: other)
      rings.insert(band, at: 0)
    } else {
      for index in around { rings[index].closeAlongPole(insideIsLeft: insideIsLeft) }
    }
    // A hole may come before its exterior, which is the wider one.
    let width = { (ring: Int) in rings[ring].span.upperBound - rings[ring].span.lowerBound }
    if let widest = rings.indices.max(by: { width($0) < width($1) }), width(widest) > width(0) {
      rings.swapAt(0, widest)
    }
    let exterior = rings[0].longitudes[...]
    for index in rings.indices.dropFirst() {
      rings[index] = rings[index].shifted(turns: rings[index].turns(to: exterior))
    }
    span = rings[0].span
    self.rings = rings
    if goesAround { continueHoles() }
  }

  /// Whether the exterior goes around the Earth, so that its ends in the west and the east meet.
  var goesAround: Bool { span.upperBound - span.lowerBound >= 360 }

  /// Repeats at one end of the exterior the holes that extend beyond its other end.
  private mutating func continueHoles() {
    for hole in rings.dropFirst() {
      if hole.span.upperBound > span.upperBound { rings.append(hole.shifted(turns: -1)) }
      if hole.span.lowerBound < span.lowerBound { rings.append(hole.shifted(turns: 1)) }
    }
    // A clip takes the line itself to the part east of it: the western end must lie beyond the line.
    rings[0].moveWesternEdge(at: span.lowerBound)
  }

  /// The parts in each turn of the exterior, which lie in 360 t - 180 ... 360 t + 180 for turn t.
  func parts() -> [(turn: Double, degrees: WorldGeometry)] {
    let first = ((span.lowerBound + 180) / 360).rounded(.down)
    let last = max(first, ((span.upperBound + 180) / 360).rounded(.up) - 1)
    return stride(from: first, through: last, by: 1).map { turn in
      let (west, east) = (360 * turn - 180, 360 * turn + 180)
      return (turn, goesAround ? part(max(west, span.lowerBound), min(east, span.upperBound)) : part(west, east))
    }
  }

  /// A polygon around the Earth between the ends of its exterior.
  func whole() -> WorldGeometry { part(span.lowerBound, span.upperBound) }

  /// The part between two meridians.
  private func part(_ west: Double, _ east: Double) -> WorldGeometry {
    var degrees = WorldGeometry(kind: .polygons)
    for ring in rings { degrees.append(ring) }
    degrees.endPolygon()
    var part = ClipGeometry(degrees)
    if part.shape.x.contains(where: { $0 < west }) {
      part = HalfPlane(axis: .x, bound: west, keepsBelow: false).clip(part)
    }
    if part.shape.x.contains(where: { $0 > east }) {
      part = HalfPlane(axis: .x, bound: east, keepsBelow: true).clip(part)
    }
    return part.geometry()
  }
}
