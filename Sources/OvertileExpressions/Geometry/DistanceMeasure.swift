/// A polygon whose rings are chains.
struct ChainPolygon: Sendable {
  let rings: [[Position]]
  let chains: [Chain]

  init(_ rings: [[Position]]) {
    self.rings = rings
    chains = rings.filter { !$0.isEmpty }.map { ring in Chain(ring.first == ring.last ? ring : ring + ring.prefix(1)) }
  }

  /// Whether a corner of a chain lies in this polygon or on its border.
  func containsCorner(of chain: Chain) -> Bool { chain.positions.contains { Planar.contains(rings, $0) } }
}

/// Parts of a geometry, of one dimension each, prepared for measuring.
struct MeasuredGeometry: Sendable {
  private(set) var chains: [Chain]
  private(set) var polygons: [ChainPolygon]

  init(points: [Position] = [], lines: [[Position]] = [], polygons: [[[Position]]] = []) {
    chains = points.map { Chain([$0]) } + lines.filter { !$0.isEmpty }.map(Chain.init)
    self.polygons = polygons.map(ChainPolygon.init)
  }

  /// A geometry of an expression.
  init(_ geometry: ReferenceGeometry) {
    self.init(points: geometry.points, lines: geometry.lines, polygons: geometry.polygons)
  }

  /// The distance of the nearest parts in meters, 0 if they touch or one lies in the other; infinite without parts.
  func distance(from other: MeasuredGeometry, _ ruler: CheapRuler) -> Double {
    var best = Double.infinity
    for chain in chains {
      for theirs in other.chains { best = chain.distance(from: theirs, atMost: best, ruler) }
      for polygon in other.polygons { best = Self.distance(chain, polygon, atMost: best, ruler) }
    }
    for polygon in polygons {
      for theirs in other.chains { best = Self.distance(theirs, polygon, atMost: best, ruler) }
      for theirs in other.polygons { best = Self.distance(polygon, theirs, atMost: best, ruler) }
    }
    return best
  }

  private static func distance(
    _ chain: Chain, _ polygon: ChainPolygon, atMost best: Double, _ ruler: CheapRuler
  ) -> Double {
    guard best > 0, !polygon.containsCorner(of: chain) else { return 0 }
    return polygon.chains.reduce(best) { chain.distance(from: $1, atMost: $0, ruler) }
  }

  private static func distance(
    _ polygon: ChainPolygon, _ other: ChainPolygon, atMost best: Double, _ ruler: CheapRuler
  ) -> Double {
    guard best > 0 else { return 0 }
    let touches =
      polygon.chains.contains { other.containsCorner(of: $0) }
      || other.chains.contains { polygon.containsCorner(of: $0) }
    if touches { return 0 }
    var best = best
    for chain in polygon.chains {
      for theirs in other.chains { best = chain.distance(from: theirs, atMost: best, ruler) }
    }
    return best
  }
}
