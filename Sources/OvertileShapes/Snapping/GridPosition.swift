import MapMath

/// A position on the grid, in whole units; ordered by x, then y.
struct GridPosition: Hashable, Comparable, Sendable {
  var x, y: Double

  static func < (a: Self, b: Self) -> Bool { a.x == b.x ? a.y < b.y : a.x < b.x }

  /// The square of the distance to another position.
  func squaredDistance(to other: Self) -> Double {
    let (dx, dy) = (other.x - x, other.y - y)
    return dx * dx + dy * dy
  }
}

extension GridPosition {
  /// A position of a geometry.
  init(_ geometry: WorldGeometry, _ index: Int) { self.init(x: geometry.x[index], y: geometry.y[index]) }
}

/// The position of a segment that is nearest to another position.
struct SegmentFoot {
  /// The nearest position, rounded to doubles.
  let position: GridPosition
  /// The square of the distance.
  let squaredDistance: Double
  /// Whether it is between the ends.
  let isInside: Bool

  /// Finds it. The distance to a line is exact for segments shorter than 2^26.
  @inline(__always)
  init(of other: GridPosition, on segment: SegmentContact.Segment) {
    let (dx, dy) = (segment.bx - segment.ax, segment.by - segment.ay)
    let (px, py) = (other.x - segment.ax, other.y - segment.ay)
    let (along, length) = (dx * px + dy * py, dx * dx + dy * dy)
    isInside = along > 0 && along < length
    if isInside {
      let (share, turn) = (along / length, dx * py - dy * px)
      position = GridPosition(x: segment.ax + share * dx, y: segment.ay + share * dy)
      squaredDistance = turn * turn / length
    } else {
      position = along > 0 ? GridPosition(x: segment.bx, y: segment.by) : GridPosition(x: segment.ax, y: segment.ay)
      squaredDistance = position.squaredDistance(to: other)
    }
  }
}

/// The distance below which borders are joined, in grid units at each latitude.
package struct SnapDistance: Sendable, Hashable {
  /// The distance in meters, at least 0.
  package let meters: Double

  /// Makes a distance in meters.
  package init(meters: Double) { self.meters = meters }

  /// The most whole grid units that are not longer on the ground, at a number of units south of the northern edge.
  func units(y: Double) -> Double { (meters / WorldGrid.metersPerUnit(y: y)).rounded(.down) }

  /// The most units at any y within a box.
  func units(_ box: WorldBounds) -> Double { max(units(y: box.minY), units(y: box.maxY)) }
}
