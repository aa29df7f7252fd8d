extension Coordinate {
  /// The distance in meters to another valid coordinate along the WGS84 geodesic, as Core Location measures. O(1).
  public func distance(to other: Coordinate) -> Double {
    Geodesic.distance(from: self, to: other)
  }
}

extension MapPoint {
  /// The distance in meters to another map point: the WGS84 geodesic between their coordinates. O(1).
  ///
  /// Columns wrap, so points a whole world apart are one point. MapKit measures between map points on a sphere, which
  /// is less exact.
  public func distance(to other: MapPoint) -> Double {
    Geodesic.distance(from: coordinate.wrapped, to: other.coordinate.wrapped)
  }
}
