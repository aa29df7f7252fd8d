extension MapRect {
  /// Creates the smallest rectangle around map points, or the null rectangle if there are none.
  ///
  /// The rectangle crosses the antimeridian if that makes it narrower: it excludes the largest gap between the sorted
  /// columns. Its western edge is in 0..<2^28; its eastern edge may be beyond 2^28. Among equal gaps, the one across
  /// the antimeridian is preferred, then the westernmost one. Points that are not finite are ignored. O(n log n).
  public init(boundingByShortestArc points: some Sequence<MapPoint>) {
    var columns: [Double] = []
    var (north, south) = (Double.infinity, -Double.infinity)
    for point in points where point.x.isFinite && point.y.isFinite {
      columns.append(point.wrapped.x)
      north = min(north, point.y)
      south = max(south, point.y)
    }
    guard let arc = CircularArc(covering: columns.map { CircularArc(start: $0, length: 0) }, period: MapPoint.worldSide)
    else {
      self = .null
      return
    }
    self.init(x: arc.start, y: north, width: arc.length, height: south - north)
  }

  /// Creates the smallest rectangle around coordinates, or the null rectangle if there are none.
  ///
  /// The rectangle crosses the antimeridian if that makes it narrower. Longitudes are wrapped first; coordinates that
  /// are still invalid are ignored. As in `MapPoint`, latitudes are clamped to ±85. O(n log n).
  public init(boundingByShortestArc coordinates: some Sequence<Coordinate>) {
    self.init(
      boundingByShortestArc: coordinates.lazy.map(\.wrapped).filter(\.isValid).map { MapPoint($0) })
  }
}
