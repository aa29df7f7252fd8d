/// A box in degrees of longitude and latitude; one that crosses the antimeridian has its west east of its east.
package struct GeographicArea: Sendable, Hashable {
  /// The western longitude in degrees, -180...180.
  package var west: Double
  /// The southern latitude in degrees, -90...90.
  package var south: Double
  /// The eastern longitude in degrees, -180...180; less than `west` across the antimeridian.
  package var east: Double
  /// The northern latitude in degrees, -90...90.
  package var north: Double

  /// Whether a position lies in the box or on its edge; the longitude must be within -180...180.
  @inlinable
  package func contains(longitude: Double, latitude: Double) -> Bool {
    guard latitude >= south, latitude <= north else { return false }
    return west <= east
      ? longitude >= west && longitude <= east
      : longitude >= west || longitude <= east
  }
}
