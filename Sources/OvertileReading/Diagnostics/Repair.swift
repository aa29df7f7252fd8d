/// A repair of a feature, which changes it in the bundle. Reversing a ring is not a repair: GeoJSON readers accept
/// both directions (RFC 7946 section 3.1.6), and tiles have their own rule.
///
/// Raw values are stable: they appear in ledgers and reports.
public enum Repair: String, Sendable, CaseIterable {
  // Harmless: done and noted whatever the value of `onInvalid`.
  case duplicateVertices = "duplicate-vertices"
  case antimeridian
  case coordinatesClamped = "coordinates-clamped"
  case grid
  // Of wrong data: done with `onInvalid: repair` only.
  case validity
  case ringClosed = "ring-closed"
  case latitudeClamped = "latitude-clamped"
  // Harmless, and the last, since parts hand over repairs by their order.
  case longEdge = "long-edge"

  /// The repair in words.
  public var meaning: String {
    switch self {
    case .duplicateVertices: "a position equal to the one before it (within 9 mm) was left out"
    case .antimeridian: "it was cut at the antimeridian, or longitudes beyond 180 were wrapped around the world"
    case .coordinatesClamped: "latitudes beyond 85.0511 were moved to the edge of the map"
    case .grid:
      "it was made valid after the grid of 9 mm, or the bound of positions added to edges, made parts of it touch or disappear"
    case .validity: "it was made valid"
    case .ringClosed: "a ring was closed"
    case .latitudeClamped: "a latitude beyond 90, by at most one degree, was moved to the pole"
    case .longEdge: "an edge longer than 180 degrees was taken the shorter way, across the antimeridian"
    }
  }

  /// Whether the data were right and only had to be brought into the form that maps need.
  public var isHarmless: Bool {
    switch self {
    case .duplicateVertices, .antimeridian, .coordinatesClamped, .grid, .longEdge: true
    case .validity, .ringClosed, .latitudeClamped: false
    }
  }
}

/// A set of repairs.
struct RepairSet: OptionSet, Sendable, Codable {
  let rawValue: UInt16

  static let duplicateVertices = RepairSet(rawValue: 1)
  static let antimeridian = RepairSet(rawValue: 2)
  static let coordinatesClamped = RepairSet(rawValue: 4)
  static let grid = RepairSet(rawValue: 8)
  static let validity = RepairSet(rawValue: 16)
  static let ringClosed = RepairSet(rawValue: 32)
  static let latitudeClamped = RepairSet(rawValue: 64)
  static let longEdge = RepairSet(rawValue: 128)

  /// The repairs in the order of their list.
  var repairs: [Repair] {
    Repair.allCases.enumerated().filter { rawValue >> UInt16($0.offset) & 1 == 1 }.map(\.element)
  }
}
