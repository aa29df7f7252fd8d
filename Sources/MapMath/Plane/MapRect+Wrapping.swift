extension MapRect {
  /// Whether the antimeridian passes through the interior. Touching an edge is not enough.
  public var spans180thMeridian: Bool {
    !isNull && ((minX < 0 && maxX > 0) || (minX < MapPoint.worldSide && maxX > MapPoint.worldSide))
  }

  /// The part outside the world's columns, moved by 2^28 to the other side, or the null rectangle if there is none.
  ///
  /// Rows are unchanged. If the rectangle extends beyond both sides, this is the western part. For any position and
  /// width, see `wrappedParts`.
  public var remainder: MapRect {
    let side = MapPoint.worldSide
    guard !isNull, minX < 0 || maxX > side else { return .null }
    if minX < 0 {
      return MapRect(x: minX + side, y: minY, width: min(maxX, 0) - minX, height: height)
    }
    let west = max(minX, side)
    return MapRect(x: west - side, y: minY, width: maxX - west, height: height)
  }

  /// The rectangle moved by a multiple of 2^28, so that its western edge is in 0..<2^28.
  public var wrapped: MapRect {
    guard !isNull else { return self }
    var moved = self
    moved.origin = origin.wrapped
    return moved
  }

  /// The same area as rectangles within columns 0...2^28, starting at its western edge.
  ///
  /// There are no parts for the null rectangle, and otherwise one or two. Rows are unchanged. If the width is at least
  /// 2^28, there is one part with every column.
  public var wrappedParts: [MapRect] {
    guard !isNull else { return [] }
    let side = MapPoint.worldSide
    guard width < side else { return [MapRect(x: 0, y: minY, width: side, height: height)] }
    let moved = wrapped
    guard moved.maxX > side else { return [moved] }
    return [
      MapRect(x: moved.minX, y: minY, width: side - moved.minX, height: height),
      MapRect(x: 0, y: minY, width: moved.maxX - side, height: height),
    ]
  }

  /// The rectangle moved north or south just enough to be within rows 0...2^28.
  ///
  /// A rectangle taller than the world is reduced to exactly these rows. Columns are unchanged.
  public var slidIntoWorld: MapRect {
    guard !isNull else { return self }
    let side = MapPoint.worldSide
    guard height < side else { return MapRect(x: minX, y: 0, width: width, height: side) }
    var slid = self
    if minY < 0 { slid.origin.y = 0 }
    if maxY > side { slid.origin.y = side - height }
    return slid
  }
}
