/// A center and the degrees that are visible around it, as MapKit describes the visible part of a map.
///
/// On a map the center is the middle on the plane, which is not the mean of the visible latitudes: see
/// `Region.init(_:)` and `MapRect.init(_:)` for the pair of conversions that are inverse to each other.
public struct Region: Sendable, Hashable, Codable {
  /// The middle on the plane.
  public var center: Coordinate
  /// The degrees that are visible.
  public var span: Span

  /// Makes a region from a center and a span; nothing is clamped or wrapped.
  public init(center: Coordinate, span: Span) {
    self.center = center
    self.span = span
  }

  /// Makes a region from distances in meters around a center, as MapKit does.
  ///
  /// Nothing is clamped: near a pole, the longitude delta may exceed 360 degrees, which map views reject; see
  /// `clamped(latitude:)`. Source: recorded values of MKCoordinateRegionMakeWithDistance, bit for bit.
  public init(center: Coordinate, latitudinalMeters: Double, longitudinalMeters: Double) {
    self.init(
      center: center,
      span: Span(
        latitudeDelta: latitudinalMeters / MapScale.metersPerDegreeOfLatitude(center.latitude),
        longitudeDelta: longitudinalMeters / MapScale.metersPerDegreeOfLongitude(center.latitude)))
  }

  /// The region with its latitude edges, center +- half the delta, within +-`limit` degrees, and at most 360 degrees wide.
  ///
  /// If an edge is cut, the center moves to the middle of the rest. Use 90 for data, and `Mercator.maximumLatitude`
  /// for display. The center's longitude stays.
  ///
  /// - Parameter limit: 0...90.
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
