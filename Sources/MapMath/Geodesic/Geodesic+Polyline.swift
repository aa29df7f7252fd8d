extension Geodesic {
  /// Returns points along the shortest line between two valid coordinates, including both endpoints.
  ///
  /// The points are evenly spaced, and neighboring points are at most one step apart. The number of points is
  /// ceil(length / step) + 1, but at least two. The longitudes are in the range -180..<180, except for the endpoints,
  /// which are returned unchanged. With the default step, the number of points is the same as in an
  /// `MKGeodesicPolyline`.
  ///
  /// - Parameters:
  ///   - start: The coordinate at which the line starts.
  ///   - end: The coordinate at which the line ends.
  ///   - stepMeters: The maximum distance between neighboring points, in meters. If the distance is not greater than 0,
  ///     only the endpoints are returned.
  /// - Complexity: O(n), where n is the number of points.
  public static func polyline(from start: Coordinate, to end: Coordinate, stepMeters: Double = 1000) -> [Coordinate] {
    guard stepMeters > 0 else { return [start, end] }
    let line = inverse(from: start, to: end)
    let segments = max((line.meters / stepMeters).rounded(.up), 1)
    let between = stride(from: 1, to: segments, by: 1).map { segment in
      direct(from: start, azimuth: line.initialAzimuth, meters: line.meters * segment / segments).coordinate
    }
    return [start] + between + [end]
  }
}
