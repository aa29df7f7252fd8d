import OvertileShapes

/// A polygon whose rings are chains that continue across the antimeridian.
struct ChainPolygon: Sendable {
  let chains: [Chain]
  /// Whether the north pole is inside.
  private let holdsNorth: Bool

  init(_ rings: [[Position]]) {
    let paths = rings.filter { !$0.isEmpty }.map(UnwrappedPath.init(ring:))
    let around = paths.filter(\.goesAround)
    chains = paths.map { Chain($0.positions) }
    holdsNorth = around.count % 2 == 1 && around[0].isNearNorth
  }

  /// Whether a corner of a chain lies in this polygon or on its border.
  func containsCorner(of chain: Chain) -> Bool { chain.positions.contains(where: contains) }

  private func contains(_ point: Position) -> Bool {
    var isInside = holdsNorth
    for chain in chains {
      guard let count = Planar.edges(of: chain.positions, northOf: point) else { return true }
      if count % 2 == 1 { isInside.toggle() }
    }
    return isInside
  }
}

/// Parts of a geometry, of one dimension each, prepared for measuring.
struct MeasuredGeometry: Sendable {
  private(set) var chains: [Chain]
  private(set) var polygons: [ChainPolygon]

  init(points: [Position] = [], lines: [[Position]] = [], polygons: [[[Position]]] = []) {
    chains = points.map { Chain([$0]) }
    chains += lines.filter { !$0.isEmpty }.map { Chain(UnwrappedPath(line: $0).positions) }
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
