import MapMath

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
/// polygons. The grid is finer than the tiles that MapLibre decides on.
struct GridPolygons: Sendable {
  private let polygons: [[[GridPosition]]]
  private let bounds: GridBounds

  init(_ polygons: [[[Position]]]) {
    self.polygons = polygons.map { $0.map { $0.map(GridPosition.init) } }
    bounds = GridBounds(self.polygons.joined().joined())
  }

  /// Whether every point lies within one of the polygons.
  func contain(points: [GridPosition]) -> Bool {
    let points = points.map(shifted)
    guard !points.isEmpty, bounds.contains(GridBounds(points)) else { return false }
    return points.allSatisfy { point in polygons.contains { Self.contains($0, point) } }
  }

  /// Whether every line lies within one of the polygons.
  func contain(lines: [[GridPosition]]) -> Bool {
    var lines = lines
    var extent = GridBounds(lines.joined())
    guard !extent.isEmpty else { return false }
    if extent.maximum.x - extent.minimum.x <= Self.world / 2 {
      lines = lines.map { $0.map(shifted) }
      extent = GridBounds(lines.joined())
    }
    guard bounds.contains(extent) else { return false }
    return lines.allSatisfy { line in polygons.contains { Self.contains($0, line: line) } }
  }

  private static let world = Int64(1) << 32

  /// The same point in the copy of the world in which the polygons lie.
  private func shifted(_ point: GridPosition) -> GridPosition {
    guard point.x < bounds.minimum.x || point.x > bounds.maximum.x else { return point }
    let half = Self.world / 2
    var point = point
    for edge in [bounds.minimum.x, bounds.maximum.x] {
      if point.x - edge > half {
        point.x -= Self.world
        return point
      }
      if edge - point.x > half {
        point.x += Self.world
        return point
      }
    }
    return point
  }

  private static func contains(_ polygon: [[GridPosition]], _ point: GridPosition) -> Bool {
    var isInside = false
    for ring in polygon {
      for (a, b) in zip(ring, ring.dropFirst()) {
        switch side(of: point, a, b) {
        case 0
        where min(a.x, b.x) <= point.x && point.x <= max(a.x, b.x) && min(a.y, b.y) <= point.y
          && point.y <= max(a.y, b.y):
          return false
        case let side where (a.y > point.y) != (b.y > point.y):
          if (side > 0) == (b.y > a.y) { isInside.toggle() }
        default: break
        }
      }
    }
    return isInside
  }

  private static func contains(_ polygon: [[GridPosition]], line: [GridPosition]) -> Bool {
    guard line.allSatisfy({ contains(polygon, $0) }) else { return false }
    for (a, b) in zip(line, line.dropFirst()) {
      for ring in polygon {
        for (c, d) in zip(ring, ring.dropFirst()) where crosses(a, b, c, d) { return false }
      }
    }
    return true
  }

  /// Whether two segments cross, each with its ends on different sides of the other.
  private static func crosses(_ a: GridPosition, _ b: GridPosition, _ c: GridPosition, _ d: GridPosition) -> Bool {
    side(of: a, c, d) * side(of: b, c, d) < 0 && side(of: c, a, b) * side(of: d, a, b) < 0
  }

  /// The side of a line through two points on which a point lies: -1 or 1, and 0 on the line.
  private static func side(of point: GridPosition, _ a: GridPosition, _ b: GridPosition) -> Int {
    let left = (b.x - a.x).multipliedFullWidth(by: point.y - a.y)
    let right = (b.y - a.y).multipliedFullWidth(by: point.x - a.x)
    if left.high != right.high { return left.high > right.high ? 1 : -1 }
    if left.low != right.low { return left.low > right.low ? 1 : -1 }
    return 0
  }
}

/// The rectangle around some points; empty around none.
private struct GridBounds: Sendable {
  var minimum = (x: Int64.max, y: Int64.max)
  var maximum = (x: Int64.min, y: Int64.min)

  init(_ points: some Sequence<GridPosition>) {
    for point in points {
      minimum = (min(minimum.x, point.x), min(minimum.y, point.y))
      maximum = (max(maximum.x, point.x), max(maximum.y, point.y))
    }
  }

  var isEmpty: Bool { minimum.x > maximum.x }

  /// Whether another rectangle lies inside without touching the border.
  func contains(_ other: GridBounds) -> Bool {
    other.minimum.x > minimum.x && other.maximum.x < maximum.x && other.minimum.y > minimum.y
      && other.maximum.y < maximum.y
  }
}
