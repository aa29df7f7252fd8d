extension MapRect {
  /// Whether the antimeridian passes through the interior of the rectangle. If the antimeridian only touches an edge,
  /// the value is `false`.
  public var spans180thMeridian: Bool {
    !isNull && ((minX < 0 && maxX > 0) || (minX < MapPoint.worldSide && maxX > MapPoint.worldSide))
  }

  /// The part of the rectangle outside the world's columns, moved by 2^28 to the opposite side, or the null rectangle
  /// if there is no such part.
  ///
  /// Rows are unchanged. If the rectangle extends beyond both sides of the world, this is the western part. To handle a
  /// rectangle of any position and width, use `wrappedParts`.
  public var remainder: MapRect {
    let side = MapPoint.worldSide
    guard !isNull, minX < 0 || maxX > side else { return .null }
    if minX < 0 {
      return MapRect(x: minX + side, y: minY, width: min(maxX, 0) - minX, height: height)
    }
    let west = max(minX, side)
    return MapRect(x: west - side, y: minY, width: maxX - west, height: height)
  }

  /// The rectangle, moved by a multiple of 2^28 so that the western edge is in the range 0..<2^28.
  public var wrapped: MapRect {
    guard !isNull else { return self }
    var moved = self
    moved.origin = origin.wrapped
    return moved
  }

  /// The parts of the rectangle after the columns are wrapped to 0...2^28. The first part contains the western edge of
  /// the rectangle.
  ///
  /// The null rectangle has no parts, and any other rectangle has one or two parts. Rows are unchanged. If the width of
  /// the rectangle is at least 2^28, there is one part, and it includes every column.
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

  /// The rectangle, moved north or south just enough to be within rows 0...2^28.
  ///
  /// A rectangle that is taller than the world is reduced to exactly these rows. Columns are unchanged.
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
