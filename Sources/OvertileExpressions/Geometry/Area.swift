import OvertileShapes

/// A polygon on a cylinder, and tests for positions and lines within it.
struct Area: Sendable {
  /// Paths that continue across the antimeridian; those around a pole end a turn from their beginning.
  let rings: [[Position]]
  private let cylinder: Cylinder
  /// Whether the edge of the map in the north is inside.
  private let holdsNorth: Bool
  private let rows: ClosedRange<Double>

  /// How a position lies to a polygon.
  enum Place { case inside, border, outside }

  /// Makes a polygon of rings in degrees, with their positions as the cylinder has them.
  init(_ rings: [[Position]], on cylinder: Cylinder, _ placed: (Position) -> Position = { $0 }) {
    let paths = rings.filter { !$0.isEmpty }.map(UnwrappedPath.init(ring:))
    let around = paths.filter(\.goesAround)
    self.rings = paths.map { $0.positions.map(placed) }
    self.cylinder = cylinder
    // A second one bounds a band with the first, whichever pole both are closed along.
    holdsNorth = around.count % 2 == 1 && around[0].isNearNorth
    let all = self.rings.joined().map(\.y)
    rows = around.isEmpty ? (all.min() ?? 0)...(all.max() ?? 0) : -.infinity ... .infinity
  }

  /// The place of a position: by the number of edges north of it.
  func place(of point: Position) -> Place {
    guard rows.contains(point.y) else { return .outside }
    var isInside = holdsNorth
    for ring in rings {
      for (a, b) in zip(ring, ring.dropFirst()) {
        let (west, east) = a.x <= b.x ? (a, b) : (b, a)
        let point = Position(x: west.x + cylinder.turned(point.x - west.x), y: point.y)
        guard point.x <= east.x else { continue }
        let side = cylinder.side(of: point, west, east)
        if side == 0, a.x != b.x || (min(a.y, b.y)...max(a.y, b.y)).contains(point.y) { return .border }
        if point.x < east.x, side < 0 { isInside.toggle() }
      }
    }
    return isInside ? .inside : .outside
  }

  /// Whether a line lies inside and touches no border with its corners.
  func contains(line: [Position]) -> Bool {
    line.allSatisfy { place(of: $0) == .inside }
      && !zip(line, line.dropFirst()).contains { a, b in
        rings.contains { ring in zip(ring, ring.dropFirst()).contains { cylinder.cross(a, b, $0, $1) } }
      }
  }
}
