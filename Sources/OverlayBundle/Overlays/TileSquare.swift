import MapMath

/// A position in tile units, rather than map points, that need not be whole.
typealias TilePosition = MapPoint

/// The square of a tile without its buffer, 0...side on both axes, that cuts lines and rings.
struct TileSquare {
  let side: Double

  /// Twice the area of a ring, positive for exteriors.
  private static func doubledArea(_ ring: [TilePosition]) -> Double {
    guard var previous = ring.last else { return 0 }
    var sum = 0.0
    for position in ring {
      sum += previous.x * position.y - position.x * previous.y
      previous = position
    }
    return sum
  }

  /// The part of a ring inside; empty where no area is left. Source: Sutherland and Hodgman 1974.
  func ring(_ ring: [TilePosition]) -> [TilePosition] {
    if ring.allSatisfy(holds) { return ring }
    let sides: [(TilePosition) -> Double] = [{ $0.x }, { side - $0.x }, { $0.y }, { side - $0.y }]
    let clipped = sides.reduce(ring) { $0.clipped(keeping: $1) }
    var distinct: [TilePosition] = []
    // A corner that lies on a side occurs twice: as itself and as a crossing.
    for position in clipped where position != distinct.last { distinct.append(position) }
    if distinct.count > 1, distinct.first == distinct.last { distinct.removeLast() }
    return Self.doubledArea(distinct) == 0 ? [] : distinct
  }

  /// The parts of a line inside, as lines. Source: Liang and Barsky 1984.
  ///
  /// A segment along the eastern or southern edge belongs to the neighbor; one along the others is kept if requested.
  func lines(along path: [TilePosition], keepsEdges: (west: Bool, north: Bool)) -> [[TilePosition]] {
    var lines: [[TilePosition]] = []
    for (start, end) in zip(path, path.dropFirst()) {
      guard let (from, to) = segment(start, end), from != to, isKept(from, to, keepsEdges) else { continue }
      if lines.last?.last == from, from == start {
        lines[lines.count - 1].append(to)
      } else {
        lines.append([from, to])
      }
    }
    // A closed line that begins inside has two parts.
    if lines.count > 1, let first = path.first, path.last == first, lines[0][0] == first,
      lines[lines.count - 1].last == first
    {
      lines[0] = lines.removeLast() + lines[0].dropFirst()
    }
    return lines
  }

  private func holds(_ position: TilePosition) -> Bool {
    position.x >= 0 && position.x <= side && position.y >= 0 && position.y <= side
  }

  private func isKept(
    _ from: TilePosition, _ to: TilePosition, _ keepsEdges: (west: Bool, north: Bool)
  ) -> Bool {
    if from.x == to.x { return from.x == side ? false : from.x == 0 ? keepsEdges.west : true }
    if from.y == to.y { return from.y == side ? false : from.y == 0 ? keepsEdges.north : true }
    return true
  }

  /// The part of a straight line inside, its ends exact where they were inside.
  private func segment(_ from: TilePosition, _ to: TilePosition) -> (TilePosition, TilePosition)? {
    if holds(from), holds(to) { return (from, to) }
    let (dx, dy) = (to.x - from.x, to.y - from.y)
    var (enters, leaves) = (0.0, 1.0)
    for (step, margin) in [(-dx, from.x), (dx, side - from.x), (-dy, from.y), (dy, side - from.y)] {
      if step == 0 {
        if margin < 0 { return nil }
      } else if step < 0 {
        enters = max(enters, margin / step)
      } else {
        leaves = min(leaves, margin / step)
      }
    }
    guard enters <= leaves else { return nil }
    let at = { (share: Double) in
      TilePosition(x: min(max(from.x + dx * share, 0), side), y: min(max(from.y + dy * share, 0), side))
    }
    return (enters == 0 ? from : at(enters), leaves == 1 ? to : at(leaves))
  }
}
