extension Coordinate {
  /// Returns the distance to another valid coordinate along the WGS84 geodesic, in meters, as in Core Location.
  ///
  /// - Complexity: O(1).
  public func distance(to other: Coordinate) -> Double {
    Geodesic.distance(from: self, to: other)
  }
}

extension MapPoint {
  /// Returns the distance to another map point along the WGS84 geodesic between the two coordinates, in meters.
  ///
  /// Columns wrap, so points that are a whole world apart are the same point. In contrast, MapKit measures the distance
  /// between map points on a sphere, with less accuracy.
  ///
  /// - Complexity: O(1).
  public func distance(to other: MapPoint) -> Double {
    Geodesic.distance(from: coordinate.wrapped, to: other.coordinate.wrapped)
  }
}
