extension MapRect {
  /// Creates the bounding rectangle of a line, as MKPolyline computes it, or the null rectangle without vertices.
  ///
  /// Each vertex is joined to the previous one by the shorter way around the world, so a line from longitude -170 to
  /// 170 crosses the antimeridian and is 20 degrees wide. In contrast, separate coordinates are bounded by excluding
  /// the largest gap. Vertices exactly 180 degrees apart are joined without crossing the antimeridian. As in
  /// `MapPoint`, latitudes are clamped to ±85. Vertices that are invalid even with a wrapped longitude are ignored. The
  /// western edge is in 0...2^28, and the eastern edge may be beyond 2^28, which is one of the two forms that MKOverlay
  /// allows. A line around the world is as wide as the columns that it covers. O(n).
  public init(boundingLine vertices: some Sequence<Coordinate>) {
    self.init(boundingJoined: vertices.compactMap(\.onOneWorld))
  }

  /// Creates the bounding rectangle of a polygon, as MKPolygon computes it, from its outer ring.
  ///
  /// The ring can be open or closed; without vertices, the result is the null rectangle. Like `init(boundingLine:)`,
  /// but with the last vertex joined to the first. The rectangle of a ring around a pole includes every column, but
  /// only the rows of its vertices, because it is unknown on which side of the ring the polygon lies. To bound several
  /// polygons, unite their rectangles, or use `init(boundingByShortestArc:)` if they lie on both sides of the
  /// antimeridian. O(n).
  public init(boundingPolygon ring: some Sequence<Coordinate>) {
    let usable = ring.compactMap(\.onOneWorld)
    self.init(boundingJoined: usable + usable.prefix(1))
  }

  /// Creates the smallest rectangle around other rectangles, or the null rectangle if there are none.
  ///
  /// The rectangle crosses the antimeridian if that makes it narrower: it excludes the largest gap between the others.
  /// Null rectangles and rectangles with numbers that are not finite are ignored. O(n log n).
  public init(boundingByShortestArc rects: some Sequence<MapRect>) {
    let held = rects.filter { $0.minX.isFinite && $0.minY.isFinite && $0.maxX.isFinite && $0.maxY.isFinite }
    let arcs = held.map { CircularArc(start: $0.wrapped.minX, length: $0.width) }
    guard let whole = CircularArc(covering: arcs, period: MapPoint.worldSide) else {
      self = .null
      return
    }
    let rows = held.reduce(MapRect.null) { $0.union($1) }
    self.init(x: whole.start, y: rows.minY, width: whole.length, height: rows.height)
  }

  /// The rectangle around joined vertices, moved by whole turns so that its western edge lies in 0...2^28.
  private init(boundingJoined vertices: [Coordinate]) {
    let points = MapPoint.unwrapped(vertices, latitudeLimit: 85)
    let around = points.reduce(MapRect.null) { $0.union(MapRect(origin: $1, size: .zero)) }
    self = (0...MapPoint.worldSide).contains(around.minX) ? around : around.wrapped
  }
}

extension Coordinate {
  /// The coordinate with a longitude in -180...180, unchanged if it has one; nil if it is not valid even then.
  fileprivate var onOneWorld: Coordinate? {
    let coordinate = abs(longitude) <= 180 ? self : wrapped
    return coordinate.isValid ? coordinate : nil
  }
}
