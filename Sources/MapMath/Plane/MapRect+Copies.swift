extension MapRect {
  /// Returns whether a point lies inside the rectangle or on an edge, on any copy of the world.
  ///
  /// Copies of the world are 2^28 map points apart. If the width is at least 2^28, every column is inside. The null
  /// rectangle contains nothing.
  public func contains(wrapped point: MapPoint) -> Bool {
    contains(wrapped: MapRect(origin: point, size: .zero))
  }

  /// Returns whether a copy of another rectangle, moved by a multiple of 2^28, lies inside this one, edges included.
  ///
  /// The null rectangle contains nothing and lies in nothing.
  public func contains(wrapped other: MapRect) -> Bool {
    guard !isNull, !other.isNull, other.minY >= minY, other.maxY <= maxY else { return false }
    return columns.contains(other.columns)
  }

  /// Returns whether the rectangles share at least one point if one of them is moved by a multiple of 2^28. A shared
  /// edge is enough.
  public func intersects(wrapped other: MapRect) -> Bool {
    guard !isNull, !other.isNull, max(minY, other.minY) <= min(maxY, other.maxY) else { return false }
    return columns.meets(other.columns)
  }

  /// The columns, which repeat with every copy of the world.
  private var columns: PeriodicInterval { PeriodicInterval(low: minX, high: maxX, period: MapPoint.worldSide) }
}
