extension MapRect {
  /// Returns whether a point is inside the rectangle or on an edge, on any copy of the world.
  ///
  /// Copies of the world are 2^28 map points apart. If the width of the rectangle is at least 2^28, every column is
  /// inside. The null rectangle contains no points.
  public func contains(wrapped point: MapPoint) -> Bool {
    contains(wrapped: MapRect(origin: point, size: .zero))
  }

  /// Returns whether this rectangle contains another rectangle, or a copy of the other rectangle that is moved by a
  /// multiple of 2^28. The edges may coincide.
  ///
  /// The null rectangle neither contains a rectangle nor is contained in one.
  public func contains(wrapped other: MapRect) -> Bool {
    guard !isNull, !other.isNull, other.minY >= minY, other.maxY <= maxY else { return false }
    return columns.contains(other.columns)
  }

  /// Returns whether this rectangle shares at least one point with another rectangle, or with a copy of the other
  /// rectangle that is moved by a multiple of 2^28. A shared edge is enough.
  public func intersects(wrapped other: MapRect) -> Bool {
    guard !isNull, !other.isNull, max(minY, other.minY) <= min(maxY, other.maxY) else { return false }
    return columns.meets(other.columns)
  }

  /// The columns, which repeat with every copy of the world.
  private var columns: PeriodicInterval { PeriodicInterval(low: minX, high: maxX, period: MapPoint.worldSide) }
}
