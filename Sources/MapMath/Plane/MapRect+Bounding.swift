extension MapRect {
  /// The smallest rectangle around map points, across the antimeridian if that is shorter; null without points.
  ///
  /// It leaves out the largest gap between the sorted columns. Its western edge lies in 0..<2^28 and its eastern one
  /// may lie beyond 2^28. If gaps are equal, the one over the antimeridian counts first, then the westernmost. Points
  /// that are not finite are ignored. O(n log n).
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

  /// The smallest rectangle around coordinates, across the antimeridian if that is shorter; null without any.
  ///
  /// Longitudes are wrapped first; coordinates that are invalid even then are ignored. As in `MapPoint`, latitude
  /// is clamped to +-85. O(n log n).
  public init(boundingByShortestArc coordinates: some Sequence<Coordinate>) {
    self.init(
      boundingByShortestArc: coordinates.lazy.map(\.wrapped).filter(\.isValid).map { MapPoint($0) })
  }
}
