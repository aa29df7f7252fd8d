/// Lengths on the ground.
extension WorldGrid {
  /// The first eccentricity of the WGS84 ellipsoid, squared.
  private static let squaredEccentricity = 0.00669437999014

  /// The most meters that a grid unit spans on the WGS84 ellipsoid, at a number of units south of the northern edge.
  ///
  /// 2 pi N cos(latitude) / 2^32, the length along the parallel, where N is the radius of curvature in the prime vertical.
  /// Along the meridian a unit is shorter, by 0.7 % at the equator.
  package static func metersPerUnit(y: Double) -> Double {
    let latitude = latitude(y: y) * .pi / 180
    let sine = sin(latitude)
    let radius = Mercator.equatorialRadius / (1 - squaredEccentricity * sine * sine).squareRoot()
    return 2 * .pi * radius * cos(latitude) / side
  }
}
