extension Geodesic {
  /// The shortest line between two valid coordinates as points: both ends, and points between them, at most a step
  /// apart.
  ///
  /// The points are evenly apart, ceil(length / step) + 1 of them and at least two, longitudes in -180..<180 except for
  /// the ends, which are returned unchanged. With the default step it has as many points as MapKit's geodesic polyline.
  ///
  /// - Parameters:
  ///   - start: the coordinate where it begins.
  ///   - end: the coordinate where it ends.
  ///   - stepMeters: the greatest distance between neighbors; one that is not above 0 gives both ends alone.
  /// - Complexity: O(points).
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
