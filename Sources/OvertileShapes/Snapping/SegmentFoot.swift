/// The position of a segment that is nearest to another position.
struct SegmentFoot {
  /// Whether it is between the ends.
  let isInside: Bool
  /// The nearest position, rounded to doubles.
  let x, y: Double
  /// The square of the distance.
  let squaredDistance: Double

  /// The nearest position.
  var position: GridPosition { GridPosition(x: x, y: y) }

  /// Finds it. The distance to a line is exact for segments shorter than 2^26.
  @inline(__always)
  init(of position: GridPosition, on segment: SegmentContact.Segment) {
    let (dx, dy) = (segment.bx - segment.ax, segment.by - segment.ay)
    let (px, py) = (position.x - segment.ax, position.y - segment.ay)
    let (along, length) = (dx * px + dy * py, dx * dx + dy * dy)
    if along <= 0 || length == 0 {
      (isInside, x, y, squaredDistance) = (false, segment.ax, segment.ay, px * px + py * py)
    } else if along >= length {
      let (qx, qy) = (position.x - segment.bx, position.y - segment.by)
      (isInside, x, y, squaredDistance) = (false, segment.bx, segment.by, qx * qx + qy * qy)
    } else {
      let (share, turn) = (along / length, dx * py - dy * px)
      (isInside, x, y) = (true, segment.ax + share * dx, segment.ay + share * dy)
      squaredDistance = turn * turn / length
    }
  }
}
