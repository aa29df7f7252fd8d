/// The meaning of a circle on a map.
package enum CircleModel: String, Sendable, CaseIterable {
  /// As MKCircle draws it: a disc on the map's plane, its radius in meters scaled by MapKit's rule at the center.
  case mapkit
  /// All coordinates within a radius in meters of the center, measured along the WGS84 ellipsoid.
  case geodesic
  /// A disc of the same radius in pixels at every zoom.
  case pixels

  /// How it draws a circle, as the reference of keys says it; none for one that keys do not name.
  package var summary: String {
    switch self {
    case .geodesic: "geodesic makes them round on the ground"
    case .mapkit: "mapkit makes them round on the map, as MKCircle does"
    case .pixels: ""
    }
  }

  /// The models of circles whose radius is in meters, which a configuration can choose.
  package static let ofMeters: [CircleModel] = [.mapkit, .geodesic]
}
