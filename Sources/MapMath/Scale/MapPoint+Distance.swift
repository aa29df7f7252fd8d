extension Coordinate {
  /// Returns the distance to another valid coordinate along the WGS84 geodesic in meters, as in Core Location. O(1).
  public func distance(to other: Coordinate) -> Double {
    Geodesic.distance(from: self, to: other)
  }
}

extension MapPoint {
  /// Returns the distance in meters to another map point, along the WGS84 geodesic between their coordinates. O(1).
  ///
  /// Columns wrap, so points a whole world apart are the same point. MapKit measures between map points on a sphere,
  /// which is less accurate.
  public func distance(to other: MapPoint) -> Double {
    Geodesic.distance(from: coordinate.wrapped, to: other.coordinate.wrapped)
  }
}
