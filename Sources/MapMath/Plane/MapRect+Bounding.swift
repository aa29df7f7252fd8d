extension MapRect {
  /// Creates the smallest rectangle around the given map points, or the null rectangle if there are no points.
  ///
  /// The rectangle crosses the antimeridian if that makes it narrower, because it excludes the largest gap between the
  /// columns of the points. The western edge is in the range 0..<2^28, and the eastern edge may be beyond 2^28. If
  /// several gaps are equally large, the gap across the antimeridian is excluded, or the westernmost gap if none of
  /// them crosses the antimeridian. Points that are not finite are ignored.
  ///
  /// - Complexity: O(n log n), where n is the number of points.
  public init(boundingByShortestArc points: some Sequence<MapPoint>) {
    self.init(boundingByShortestArc: points.map { MapRect(origin: $0, size: .zero) })
  }

  /// Creates the smallest rectangle around the given coordinates, or the null rectangle if there are no coordinates.
  ///
  /// The rectangle crosses the antimeridian if that makes it narrower. Longitudes are wrapped first, and coordinates
  /// that are still invalid are ignored. As in `MapPoint`, latitudes are clamped to ±85.
  ///
  /// - Complexity: O(n log n), where n is the number of coordinates.
  public init(boundingByShortestArc coordinates: some Sequence<Coordinate>) {
    self.init(
      boundingByShortestArc: coordinates.lazy.map(\.wrapped).filter(\.isValid).map { MapPoint($0) })
  }
}
