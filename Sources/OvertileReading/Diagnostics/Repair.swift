/// A repair that changes a feature in the bundle.
///
/// Reversing a ring does not count as a repair, because GeoJSON readers accept both directions (RFC 7946, section
/// 3.1.6), and vector tiles define their own direction. The raw values appear in ledgers and reports, and are stable
/// across versions.
public enum Repair: String, Sendable, CaseIterable, Codable {
  // Harmless: done and noted whatever the value of `onInvalid`.
  case duplicateVertices = "duplicate-vertices"
  case antimeridian
  case coordinatesClamped = "coordinates-clamped"
  case grid
  // Of wrong data: done with `onInvalid: repair` only.
  case validity
  case ringClosed = "ring-closed"
  case latitudeClamped = "latitude-clamped"
  // Harmless.
  case longEdge = "long-edge"

  /// A phrase that explains the meaning of the repair.
  public var meaning: String {
    switch self {
    case .duplicateVertices: "a position that equals the previous one (within 9 mm) was removed"
    case .antimeridian: "the geometry was cut at the antimeridian, or longitudes beyond 180 degrees were wrapped"
    case .coordinatesClamped: "latitudes beyond 85.0511 degrees were moved to the edge of the map"
    case .grid:
      "the geometry was repaired because rounding to the 9 mm grid, or limiting the positions added to its edges, had made it invalid"
    case .validity: "the geometry was made valid"
    case .ringClosed: "a ring was closed"
    case .latitudeClamped: "a latitude up to one degree beyond 90 was moved to the pole"
    case .longEdge: "an edge longer than 180 degrees was drawn the shorter way, across the antimeridian"
    }
  }
}

extension Set<Repair> {
  /// The repairs in the order of their list.
  var ordered: [Repair] { Repair.allCases.filter(contains) }
}
