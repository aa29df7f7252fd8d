extension MapRect {
  /// The bounding rectangle of a line, as MKPolyline computes it; null without vertices.
  ///
  /// Each vertex is joined to the one before by the shorter way around the world, so that a line from longitude -170 to 170
  /// crosses the antimeridian and is 20 degrees wide, unlike loose coordinates between which the largest gap is left
  /// out. Exactly half a turn apart they are joined without crossing it. As in `MapPoint`, latitude is clamped to +-85;
  /// vertices that are not valid once their longitude is wrapped are ignored. The western edge lies in 0...2^28 and the
  /// eastern one may lie beyond, which is one of the two forms that MKOverlay allows. A line that goes around the world
  /// is as wide as its length in columns. O(n).
  public init(boundingLine vertices: some Sequence<Coordinate>) {
    self.init(boundingJoined: vertices.compactMap(\.onOneWorld))
  }

  /// The bounding rectangle of a polygon, as MKPolygon computes it, from its outer ring, open or closed; null without
  /// vertices.
  ///
  /// Like `init(boundingLine:)`, with the last vertex joined to the first. A ring that goes once around a pole includes
  /// every column, and its rows are those of its vertices: a map does not know on which side of it the polygon lies.
  /// The rectangle of several polygons is the union of theirs, or `init(boundingByShortestArc:)` of their rectangles if
  /// they lie on both sides of the antimeridian. O(n).
  public init(boundingPolygon ring: some Sequence<Coordinate>) {
    let usable = ring.compactMap(\.onOneWorld)
    self.init(boundingJoined: usable + usable.prefix(1))
  }

  /// The smallest rectangle around others, across the antimeridian if that is shorter; null without any.
  ///
  /// It leaves out the largest gap between them. Null rectangles, and those with numbers that are not finite, do not
  /// count. O(n log n).
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
