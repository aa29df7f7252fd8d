import MapMath

extension WorldPoint {
  /// The grid point nearest to unwrapped grid units: x wraps at 2^32, y is clamped into the grid.
  init(nearestX x: Double, y: Double) {
    let wholeY = min(max((y + 0.5).rounded(.down), 0), WorldGrid.side - 1)
    self.init(x: UInt32(truncatingIfNeeded: Int64((x + 0.5).rounded(.down))), y: UInt32(wholeY))
  }
}
