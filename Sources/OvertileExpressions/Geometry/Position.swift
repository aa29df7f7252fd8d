import MapMath
import OvertileShapes

/// A position on a cylinder: degrees east and north, or units of the world grid.
typealias Position = MapPoint

extension Position {
  /// The position some way further east.
  func moved(by distance: Double) -> Position { Position(x: x + distance, y: y) }

  /// A position in degrees as a point of the world grid, not wrapped. Latitudes near the poles are brought to half a
  /// world beyond the map.
  var onGrid: Position {
    let south = min(max(Mercator.y(latitude: y), -0.5), 1.5)
    return Position(
      x: (Mercator.x(longitude: x) * WorldGrid.side + 0.5).rounded(.down),
      y: -(south * WorldGrid.side + 0.5).rounded(.down))
  }
}

extension UnwrappedPath {
  /// A line whose longitudes continue across the antimeridian.
  init(line: [Position]) { self.init(lineAt: line.indices, line.map(\.x), line.map(\.y)) }

  /// A ring whose longitudes continue across the antimeridian.
  init(ring: [Position]) { self.init(ringAt: ring.indices, ring.map(\.x), ring.map(\.y)) }

  /// The positions, in degrees.
  var positions: [Position] { zip(longitudes, latitudes).map { Position(x: $0, y: $1) } }
}

/// Predicates on a cylinder of some width, which has no border at the antimeridian.
struct Cylinder: Sendable {
  /// The length of a turn.
  let turn: Double

  /// Positions in degrees.
  static let degrees = Cylinder(turn: 360)
  /// Points of the world grid.
  static let grid = Cylinder(turn: WorldGrid.side)

  /// The same distance in 0..<turn.
  func turned(_ distance: Double) -> Double {
    let rest = distance.truncatingRemainder(dividingBy: turn)
    return rest < 0 ? rest + turn : rest
  }

  /// Whether two segments cross in some turn, each with its ends on different sides of the other.
  func cross(_ a: Position, _ b: Position, _ c: Position, _ d: Position) -> Bool {
    guard max(a.y, b.y) >= min(c.y, d.y), max(c.y, d.y) >= min(a.y, b.y),
      (d.x - c.x) * (b.y - a.y) - (d.y - c.y) * (b.x - a.x) != 0
    else { return false }
    var shift = ((min(c.x, d.x) - max(a.x, b.x)) / turn).rounded(.up) * turn
    while min(a.x, b.x) + shift <= max(c.x, d.x) {
      let (a, b) = (a.moved(by: shift), b.moved(by: shift))
      if separates(c, d, a, b), separates(a, b, c, d) { return true }
      shift += turn
    }
    return false
  }

  /// The side of the line from a to b on which a position lies: above 0 on the left, 0 on the line.
  func side(of point: Position, _ a: Position, _ b: Position) -> Double {
    (b.x - a.x) * (point.y - a.y) - (b.y - a.y) * (point.x - a.x)
  }

  /// Whether two positions lie on different sides of the line from a to b.
  private func separates(_ a: Position, _ b: Position, _ p: Position, _ q: Position) -> Bool {
    let (first, second) = (side(of: p, a, b), side(of: q, a, b))
    return (first > 0 && second < 0) || (first < 0 && second > 0)
  }
}
