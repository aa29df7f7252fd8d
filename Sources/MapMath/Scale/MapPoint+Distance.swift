extension Coordinate {
  /// Returns the distance along the WGS84 geodesic to the given coordinate, in meters, as in Core Location. Both
  /// coordinates must be valid.
  ///
  /// - Complexity: O(1).
  public func distance(to other: Coordinate) -> Double {
    Geodesic.distance(from: self, to: other)
  }
}

extension MapPoint {
  /// Returns the distance along the WGS84 geodesic to the given map point, in meters.
  ///
  /// Columns wrap, so points that are a whole world apart are the same point. In contrast, MapKit measures the distance
  /// between map points on a sphere, which is less accurate.
  ///
  /// - Complexity: O(1).
  public func distance(to other: MapPoint) -> Double {
    Geodesic.distance(from: coordinate.wrapped, to: other.coordinate.wrapped)
  }
}
