/// An edge of a rectangle on the plane.
public enum MapRectEdge: String, Sendable, Hashable, Codable, CaseIterable {
  /// The western edge.
  case minX
  /// The northern edge.
  case minY
  /// The eastern edge.
  case maxX
  /// The southern edge.
  case maxY
}

extension MapRect {
  /// Returns the smallest rectangle that contains both this rectangle and the given rectangle. The null rectangle has
  /// no effect, and a rectangle of size zero is treated as a point.
  public func union(_ other: MapRect) -> MapRect {
    if isNull { return other }
    if other.isNull { return self }
    return MapRect(
      minX: min(minX, other.minX), minY: min(minY, other.minY), maxX: max(maxX, other.maxX), maxY: max(maxY, other.maxY)
    )
  }

  /// Returns the intersection of this rectangle and the given rectangle, or the null rectangle if the two are disjoint.
  ///
  /// If the rectangles share only an edge or a corner, the result is that edge or corner, which has a width or a height
  /// of zero. In this case, MapKit's result may differ.
  public func intersection(_ other: MapRect) -> MapRect {
    guard !isNull, !other.isNull else { return .null }
    let (west, east) = (max(minX, other.minX), min(maxX, other.maxX))
    let (north, south) = (max(minY, other.minY), min(maxY, other.maxY))
    guard west <= east, north <= south else { return .null }
    return MapRect(minX: west, minY: north, maxX: east, maxY: south)
  }

  /// Returns the rectangle with the edges moved inward by the given distances, in map points. Negative distances move
  /// the edges outward.
  ///
  /// The result is the null rectangle if this rectangle is null or if the width or the height would become negative.
  public func inset(dx: Double, dy: Double) -> MapRect {
    guard !isNull, width >= 2 * dx, height >= 2 * dy else { return .null }
    return MapRect(x: minX + dx, y: minY + dy, width: width - 2 * dx, height: height - 2 * dy)
  }

  /// Returns the rectangle moved by the given distances, in map points. The null rectangle is returned unchanged.
  public func offset(dx: Double, dy: Double) -> MapRect {
    guard !isNull else { return .null }
    return MapRect(x: minX + dx, y: minY + dy, width: width, height: height)
  }

  /// Divides the rectangle and returns the slice along the given edge and the remainder.
  ///
  /// The thickness of the slice is `amount`, in map points, clamped to the range from 0 to the width or height of the
  /// rectangle. For the null rectangle, both parts are null.
  public func divided(amount: Double, from edge: MapRectEdge) -> (slice: MapRect, remainder: MapRect) {
    guard !isNull else { return (.null, .null) }
    var (slice, rest) = (self, self)
    switch edge {
    case .minX, .maxX:
      slice.width = min(max(amount, 0), width)
      rest.width = width - slice.width
      if edge == .minX { rest.origin.x = minX + slice.width } else { slice.origin.x = minX + rest.width }
    case .minY, .maxY:
      slice.height = min(max(amount, 0), height)
      rest.height = height - slice.height
      if edge == .minY { rest.origin.y = minY + slice.height } else { slice.origin.y = minY + rest.height }
    }
    return (slice, rest)
  }
}
