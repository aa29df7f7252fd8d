import OvertileShapes

/// A point, a line or a polygon as chains that continue across the antimeridian.
private struct MeasuredPart: Sendable {
  private let chains: [Chain]
  /// Whether this is a polygon, inside which other parts can lie.
  private let isArea: Bool
  /// Whether the north pole is inside.
  private let holdsNorth: Bool

  /// A point or a line.
  init(path: [Position]) {
    (chains, isArea, holdsNorth) = ([Chain(path)], false, false)
  }

  /// A polygon.
  init(rings: [[Position]]) {
    let paths = rings.filter { !$0.isEmpty }.map(UnwrappedPath.init(ring:))
    let around = paths.filter(\.goesAround)
    chains = paths.map { Chain($0.positions) }
    isArea = true
    holdsNorth = around.count % 2 == 1 && around[0].isNearNorth
  }

  /// The smaller of a distance so far and the distance of two parts; 0 if they touch or one lies in the other.
  func distance(from other: MeasuredPart, atMost best: Double, _ ruler: CheapRuler) -> Double {
    guard best > 0, !containsCorner(of: other), !other.containsCorner(of: self) else { return 0 }
    var best = best
    for chain in chains {
      for theirs in other.chains { best = chain.distance(from: theirs, atMost: best, ruler) }
    }
    return best
  }

  /// Whether a corner of another part lies in this polygon or on its border.
  private func containsCorner(of other: MeasuredPart) -> Bool {
    isArea && other.chains.contains { $0.positions.contains(where: contains) }
  }

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
  private let parts: [MeasuredPart]

  init(points: [Position] = [], lines: [[Position]] = [], polygons: [[[Position]]] = []) {
    parts =
      points.map { MeasuredPart(path: [$0]) }
      + lines.filter { !$0.isEmpty }.map { MeasuredPart(path: UnwrappedPath(line: $0).positions) }
      + polygons.map(MeasuredPart.init(rings:))
  }

  /// A geometry of an expression.
  init(_ geometry: ReferenceGeometry) {
    self.init(points: geometry.points, lines: geometry.lines, polygons: geometry.polygons)
  }

  /// The distance of the nearest parts in meters, 0 if they touch or one lies in the other; infinite without parts.
  func distance(from other: MeasuredGeometry, _ ruler: CheapRuler) -> Double {
    var best = Double.infinity
    for part in parts {
      for theirs in other.parts { best = part.distance(from: theirs, atMost: best, ruler) }
    }
    return best
  }
}
