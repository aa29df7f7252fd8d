import MapMath
import OvertileShapes

/// A point of the world grid, not wrapped: the next world begins at 2^32.
struct GridPosition: Sendable, Hashable {
  var x: Int64
  var y: Int64

  /// The grid point nearest to a position. Latitudes near the poles are brought to half a world beyond the map.
  init(_ position: Position) {
    let y = Mercator.y(latitude: position.latitude)
    x = Int64((Mercator.x(longitude: position.longitude) * WorldGrid.side + 0.5).rounded(.down))
    self.y = Int64((min(max(y, -0.5), 1.5) * WorldGrid.side + 0.5).rounded(.down))
  }
}

/// Polygons on the world grid, and tests for points and lines within them; exact, since it is decided in integers.
///
/// As in MapLibre's `within`: a feature that touches a border is not within, and a line must lie in one of the
/// polygons. The grid is finer than the tiles that MapLibre decides on. The world is a cylinder here: there is no border
/// at the antimeridian.
struct GridPolygons: Sendable {
  private let polygons: [GridPolygon]

  init(_ polygons: [[[Position]]]) { self.polygons = polygons.map(GridPolygon.init) }

  /// Whether every point lies within one of the polygons.
  func contain(points: [GridPosition]) -> Bool {
    !points.isEmpty && points.allSatisfy { point in polygons.contains { $0.contains(point) } }
  }

  /// Whether every line, which continues across the antimeridian, lies within one of the polygons.
  func contain(lines: [[GridPosition]]) -> Bool {
    !lines.joined().isEmpty && lines.allSatisfy { line in polygons.contains { $0.contains(line: line) } }
  }
}

/// A polygon on the world grid.
private struct GridPolygon: Sendable {
  /// Paths that continue across the antimeridian; those around a pole end a turn from their beginning.
  private let rings: [[GridPosition]]
  /// Whether the edge of the map in the north is inside.
  private let holdsNorth: Bool
  private let rows: ClosedRange<Int64>

  private static let world = Int64(1) << 32

  init(_ rings: [[Position]]) {
    let paths = rings.filter { !$0.isEmpty }.map(UnwrappedPath.init(ring:))
    let around = paths.filter(\.goesAround)
    self.rings = paths.map { $0.positions.map(GridPosition.init) }
    // A second one bounds a band with the first, whichever pole both are closed along.
    holdsNorth = around.count % 2 == 1 && around[0].isNearNorth
    let all = self.rings.joined().map(\.y)
    rows = around.isEmpty ? (all.min() ?? 0)...(all.max() ?? 0) : .min ... .max
  }

  /// Whether a point lies inside: by the number of edges north of it.
  func contains(_ point: GridPosition) -> Bool {
    guard rows.contains(point.y) else { return false }
    var isInside = holdsNorth
    for ring in rings {
      for (a, b) in zip(ring, ring.dropFirst()) {
        let (west, east) = a.x <= b.x ? (a, b) : (b, a)
        guard let point = Self.turned(point, toward: west.x...east.x) else { continue }
        let side = Self.side(of: point, west, east)
        if side == 0, a.x != b.x || min(a.y, b.y) <= point.y && point.y <= max(a.y, b.y) { return false }
        if point.x < east.x, side > 0 { isInside.toggle() }
      }
    }
    return isInside
  }

  /// Whether a line lies inside.
  func contains(line: [GridPosition]) -> Bool {
    guard line.allSatisfy(contains) else { return false }
    for (a, b) in zip(line, line.dropFirst()) {
      for ring in rings {
        for (c, d) in zip(ring, ring.dropFirst()) where Self.cross(a, b, c, d) { return false }
      }
    }
    return true
  }

  /// The same point in the turn around the world in which it is first at or east of some columns' beginning; nil if it is
  /// beyond them.
  private static func turned(_ point: GridPosition, toward columns: ClosedRange<Int64>) -> GridPosition? {
    var point = point
    point.x += turns(from: point.x, to: columns.lowerBound) * world
    return point.x <= columns.upperBound ? point : nil
  }

  /// The whole turns after which a column is first at or east of another.
  private static func turns(from column: Int64, to other: Int64) -> Int64 {
    let (turns, rest) = (other - column).quotientAndRemainder(dividingBy: world)
    return rest > 0 ? turns + 1 : turns
  }

  /// Whether two segments cross in some turn around the world, each with its ends on different sides of the other.
  private static func cross(_ a: GridPosition, _ b: GridPosition, _ c: GridPosition, _ d: GridPosition) -> Bool {
    guard max(a.y, b.y) >= min(c.y, d.y), max(c.y, d.y) >= min(a.y, b.y) else { return false }
    var shift = turns(from: max(a.x, b.x), to: min(c.x, d.x)) * world
    while min(a.x, b.x) + shift <= max(c.x, d.x) {
      var (a, b) = (a, b)
      a.x += shift
      b.x += shift
      if side(of: a, c, d) * side(of: b, c, d) < 0, side(of: c, a, b) * side(of: d, a, b) < 0 { return true }
      shift += world
    }
    return false
  }

  /// The side of a line through two points on which a point lies: 1 south of it if the second point lies further east,
  /// -1 on the other side, and 0 on the line.
  private static func side(of point: GridPosition, _ a: GridPosition, _ b: GridPosition) -> Int {
    let left = (b.x - a.x).multipliedFullWidth(by: point.y - a.y)
    let right = (b.y - a.y).multipliedFullWidth(by: point.x - a.x)
    if left.high != right.high { return left.high > right.high ? 1 : -1 }
    if left.low != right.low { return left.low > right.low ? 1 : -1 }
    return 0
  }
}

extension UnwrappedPath {
  /// A line whose longitudes continue across the antimeridian.
  init(line: [Position]) {
    self.init(lineAt: line.indices, line.map(\.longitude), line.map(\.latitude))
  }

  /// A ring whose longitudes continue across the antimeridian.
  init(ring: [Position]) {
    self.init(ringAt: ring.indices, ring.map(\.longitude), ring.map(\.latitude))
  }

  /// The positions, in degrees.
  var positions: [Position] { zip(longitudes, latitudes).map { Position(longitude: $0, latitude: $1) } }
}
