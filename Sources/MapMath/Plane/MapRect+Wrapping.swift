extension MapRect {
  /// Whether the antimeridian runs through the inside. Touching it with an edge is not enough.
  public var spans180thMeridian: Bool {
    !isNull && ((minX < 0 && maxX > 0) || (minX < MapPoint.worldSide && maxX > MapPoint.worldSide))
  }

  /// The part outside the world's columns, moved to the other side by 2^28; null when there is none.
  ///
  /// Rows stay unchanged. If the rectangle extends beyond both sides, it is the western part. For any position and
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

  /// The rectangle moved by whole turns so that its western edge lies in 0..<2^28. Idempotent.
  public var wrapped: MapRect {
    guard !isNull else { return self }
    var moved = self
    moved.origin = origin.wrapped
    return moved
  }

  /// The same coordinates as rectangles inside columns 0...2^28, from its western edge on: none for null, else one or two.
  ///
  /// Rows stay unchanged. From a width of 2^28 up it is one rectangle of every column.
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

  /// The rectangle moved north or south by the least that brings it into rows 0...2^28.
  ///
  /// One that is taller than the world is cut to exactly those rows, so that neither pole is passed. Columns stay.
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
