/// The meaning of a circle on a map.
package enum CircleModel: Sendable, Hashable {
  /// As MKCircle draws it: a disc on the map's plane, its radius in meters scaled by MapKit's rule at the center.
  case mapkit
  /// All coordinates within a radius in meters of the center, measured along the WGS84 ellipsoid.
  case geodesic
  /// A disc of a radius in pixels at every zoom; the world is `tileSize` times 2^zoom pixels wide.
  case pixels(tileSize: Double)
}
