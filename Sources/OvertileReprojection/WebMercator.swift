import MapMath
import OvertileCore

/// EPSG:3857 in closed form, without PROJ.
enum WebMercator {
  /// Turns meters into degrees in place: longitude x / R, latitude atan(sinh(y / R)) (Snyder 1987, equation 7-4a).
  ///
  /// Equal to PROJ's `webmerc` to 1e-13 degrees, except that longitudes do not wrap here.
  static func toDegrees(x: UnsafeMutableBufferPointer<Double>, y: UnsafeMutableBufferPointer<Double>) {
    let degrees = 180 / Double.pi
    for index in x.indices {
      x[index] = x[index] / Mercator.equatorialRadius * degrees
      y[index] = atan(sinh(y[index] / Mercator.equatorialRadius)) * degrees
    }
  }
}
