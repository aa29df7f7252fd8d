/// The visible part of a map as a center and a span, as in MapKit.
///
/// The region's center is measured on the plane, so it is not at the mean of the visible latitudes. `Region.init(_:)`
/// and `MapRect.init(_:)` convert between regions and rectangles, and are the inverse of each other.
public struct Region: Sendable, Hashable, Codable {
  /// The center on the plane.
  public var center: Coordinate
  /// The visible span in degrees.
  public var span: Span

  /// Creates a region from a center and a span, without clamping or wrapping.
  public init(center: Coordinate, span: Span) {
    self.center = center
    self.span = span
  }

  /// Creates a region from distances in meters around a center, as MapKit does.
  ///
  /// Nothing is clamped. Near a pole, the longitude delta may exceed 360 degrees, which map views reject; see
  /// `clamped(latitude:)`. Source: recorded values of MKCoordinateRegionMakeWithDistance, which are reproduced bit for
  /// bit.
  public init(center: Coordinate, latitudinalMeters: Double, longitudinalMeters: Double) {
    self.init(
      center: center,
      span: Span(
        latitudeDelta: latitudinalMeters / MapScale.metersPerDegreeOfLatitude(center.latitude),
        longitudeDelta: longitudinalMeters / MapScale.metersPerDegreeOfLongitude(center.latitude)))
  }

  /// Returns the region with its latitudes clamped to ±`limit` degrees, and at most 360 degrees wide.
  ///
  /// The latitudes are the center ± half the delta. If a part is cut off, the center moves to the center of the
  /// remaining part. Use 90 for data, and `Mercator.maximumLatitude` for display. The center's longitude is unchanged.
  ///
  /// - Parameter limit: The maximum latitude in degrees, 0...90.
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
