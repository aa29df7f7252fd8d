/// The visible part of a map, described by a center and a span, as in MapKit.
///
/// The region's center is measured on the plane, so it is not at the mean of the visible latitudes. To convert between
/// regions and rectangles, use `Region.init(_:)` and `MapRect.init(_:)`, which are inverses of each other.
public struct Region: Sendable, Hashable, Codable {
  /// The center of the region on the plane.
  public var center: Coordinate
  /// The size of the region, in degrees.
  public var span: Span

  /// Creates a region from a center and a span. The values are neither clamped nor wrapped.
  public init(center: Coordinate, span: Span) {
    self.center = center
    self.span = span
  }

  /// Creates a region with the given center, and with the given height and width, in meters.
  ///
  /// Near a pole, the longitude delta may exceed 360 degrees, and map views reject such a region. To limit the delta,
  /// use `clamped(latitude:)`. The result is the same as that of `MKCoordinateRegionMakeWithDistance`, bit for bit.
  public init(center: Coordinate, latitudinalMeters: Double, longitudinalMeters: Double) {
    self.init(
      center: center,
      span: Span(
        latitudeDelta: latitudinalMeters / MapScale.metersPerDegreeOfLatitude(center.latitude),
        longitudeDelta: longitudinalMeters / MapScale.metersPerDegreeOfLongitude(center.latitude)))
  }

  /// Returns the region with the latitudes clamped to ±`limit` degrees and the width limited to 360 degrees.
  ///
  /// The latitudes of the region extend half of the latitude delta to the north and to the south of the center. If a
  /// part of the region is cut off, the center moves to the mean latitude of the remaining part. The longitude of the
  /// center is unchanged. For an area that data covers, pass 90. For an area that a map shows, pass
  /// `Mercator.maximumLatitude`.
  ///
  /// - Parameter limit: The maximum latitude, in degrees, in the range 0...90.
  public func clamped(latitude limit: Double) -> Region {
    let half = span.latitudeDelta / 2
    let north = min(max(center.latitude + half, -limit), limit)
    let south = min(max(center.latitude - half, -limit), limit)
    let isCut = north != center.latitude + half || south != center.latitude - half
    let latitude = isCut ? (north + south) / 2 : center.latitude
    let delta = isCut ? north - south : span.latitudeDelta
    return Region(
      center: Coordinate(latitude: latitude, longitude: center.longitude),
      span: Span(latitudeDelta: delta, longitudeDelta: min(span.longitudeDelta, 360)))
  }
}
