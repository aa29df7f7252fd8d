extension MapRect {
  /// Returns whether the given point, on any copy of the world, is inside the rectangle or on an edge.
  ///
  /// Copies of the world are 2^28 map points apart. If the width of the rectangle is at least 2^28, every column is
  /// inside. The null rectangle contains no points.
  public func contains(wrapped point: MapPoint) -> Bool {
    contains(wrapped: MapRect(origin: point, size: .zero))
  }

  /// Returns whether this rectangle contains the given rectangle on any copy of the world. Copies of the world are 2^28
  /// map points apart. The edges may coincide.
  ///
  /// The null rectangle neither contains a rectangle nor is contained in one.
  public func contains(wrapped other: MapRect) -> Bool {
    guard !isNull, !other.isNull, other.minY >= minY, other.maxY <= maxY else { return false }
    return columns.contains(other.columns)
  }

  /// Returns whether this rectangle shares at least one point with the given rectangle on any copy of the world. A
  /// shared edge is enough. Copies of the world are 2^28 map points apart.
  public func intersects(wrapped other: MapRect) -> Bool {
    guard !isNull, !other.isNull, max(minY, other.minY) <= min(maxY, other.maxY) else { return false }
    return columns.meets(other.columns)
  }

  /// The columns, which repeat with every copy of the world.
  private var columns: PeriodicInterval { PeriodicInterval(low: minX, high: maxX, period: MapPoint.worldSide) }
}
