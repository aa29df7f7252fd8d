extension MapRect {
  /// Whether a coordinate lies inside or on an edge, on whichever copy of the world: columns count in turns of 2^28.
  ///
  /// From a width of 2^28 up every column is inside. Null holds nothing.
  public func contains(wrapped point: MapPoint) -> Bool {
    contains(wrapped: MapRect(origin: point, size: .zero))
  }

  /// Whether another rectangle lies inside, edges included, when it is moved by whole turns of 2^28.
  ///
  /// Null holds nothing and lies in nothing.
  public func contains(wrapped other: MapRect) -> Bool {
    guard !isNull, !other.isNull, other.minY >= minY, other.maxY <= maxY else { return false }
    return columns.contains(other.columns)
  }

  /// Whether both share at least a point when one is moved by whole turns of 2^28. Rectangles that share only an edge do.
  public func intersects(wrapped other: MapRect) -> Bool {
    guard !isNull, !other.isNull, max(minY, other.minY) <= min(maxY, other.maxY) else { return false }
    return columns.meets(other.columns)
  }

  /// The columns, which repeat with every copy of the world.
  private var columns: PeriodicInterval { PeriodicInterval(low: minX, high: maxX, period: MapPoint.worldSide) }
}
