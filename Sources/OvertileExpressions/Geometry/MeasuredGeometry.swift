import OvertileShapes

/// A geometry that is prepared for measuring: points, lines and polygons as chains that continue across the antimeridian.
struct MeasuredGeometry: Sendable {
  private let parts: [Part]

  init(_ geometry: PlainGeometry) {
    parts =
      geometry.points.map { Part(chains: [Chain([$0])]) }
      + geometry.lines.filter { !$0.isEmpty }.map { Part(chains: [Chain(UnwrappedPath(line: $0).positions)]) }
      + geometry.polygons.map { rings in
        let area = Area(rings, on: .degrees)
        return Part(chains: area.rings.map(Chain.init), area: area)
      }
  }

  /// The distance of the nearest parts in meters, 0 if they touch or one lies in the other; infinite without parts.
  func distance(from other: MeasuredGeometry, _ ruler: CheapRuler) -> Double {
    var best = Double.infinity
    for part in parts {
      for theirs in other.parts where best > 0 {
        if part.hasCorner(of: theirs) || theirs.hasCorner(of: part) { return 0 }
        for chain in part.chains {
          for their in theirs.chains { best = chain.distance(from: their, atMost: best, ruler) }
        }
      }
    }
    return best
  }

  /// A point, a line or a polygon, which has an area.
  private struct Part: Sendable {
    let chains: [Chain]
    var area: Area?

    /// Whether a corner of another part lies in this polygon or on its border.
    func hasCorner(of other: Part) -> Bool {
      guard let area else { return false }
      return other.chains.contains { $0.positions.contains { area.place(of: $0) != .outside } }
    }
  }
}
