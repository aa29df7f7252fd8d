extension MapRect {
  /// Creates the bounding rectangle of the given line, as `MKPolyline` computes it, or the null rectangle if there are
  /// no vertices.
  ///
  /// Each vertex is joined to the previous one by the shorter way around the world, so a line from longitude -170 to
  /// 170 crosses the antimeridian and is 20 degrees wide. In contrast, `init(boundingByShortestArc:)` bounds separate
  /// coordinates by excluding the largest gap between them. Vertices that are exactly 180 degrees apart are joined
  /// without crossing the antimeridian. As in `MapPoint`, latitudes are clamped to ±85. Vertices are ignored if they
  /// are invalid even after the longitude has been wrapped.
  ///
  /// The western edge is in the range 0...2^28, and the eastern edge may be beyond 2^28. `MKOverlay` allows two forms
  /// of rectangles that cross the antimeridian, and this is one of them. The rectangle of a line that goes around the
  /// world may be wider than the world.
  ///
  /// - Complexity: O(n), where n is the number of vertices.
  public init(boundingLine vertices: some Sequence<Coordinate>) {
    self.init(boundingJoined: vertices.compactMap(\.onOneWorld))
  }

  /// Creates the bounding rectangle of a polygon with the given outer ring, as `MKPolygon` computes it, or the null
  /// rectangle if there are no vertices.
  ///
  /// The ring may be open or closed. The rectangle is computed as in `init(boundingLine:)`, but with the last vertex
  /// joined to the first. The rectangle of a ring around a pole includes every column, but only the rows of the
  /// vertices, because the ring does not determine on which side of the ring the polygon lies. To bound several
  /// polygons, combine the rectangles with `union(_:)`, or use `init(boundingByShortestArc:)` if the polygons are on
  /// both sides of the antimeridian.
  ///
  /// - Complexity: O(n), where n is the number of vertices.
  public init(boundingPolygon ring: some Sequence<Coordinate>) {
    let usable = ring.compactMap(\.onOneWorld)
    self.init(boundingJoined: usable + usable.prefix(1))
  }

  /// Creates the smallest rectangle around the given rectangles, or the null rectangle if there are no rectangles.
  ///
  /// The rectangle crosses the antimeridian if that makes it narrower, because it excludes the largest gap between the
  /// given rectangles. Null rectangles and rectangles with numbers that are not finite are ignored.
  ///
  /// - Complexity: O(n log n), where n is the number of rectangles.
  public init(boundingByShortestArc rects: some Sequence<MapRect>) {
    let held = rects.filter { $0.minX.isFinite && $0.minY.isFinite && $0.maxX.isFinite && $0.maxY.isFinite }
    let arcs = held.map { CircularArc(start: $0.wrapped.minX, length: $0.width) }
    guard let whole = CircularArc(covering: arcs, period: MapPoint.worldSide) else {
      self = .null
      return
    }
    let (north, south) = (held.map(\.minY).min() ?? 0, held.map(\.maxY).max() ?? 0)
    self.init(x: whole.start, y: north, width: whole.length, height: south - north)
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
