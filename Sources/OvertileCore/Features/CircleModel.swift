/// The meaning of a circle on a map.
package enum CircleModel: String, Sendable, CaseIterable {
  /// As MKCircle draws it: a disc on the map's plane, its radius in meters scaled by MapKit's rule at the center.
  case mapkit
  /// All coordinates within a radius in meters of the center, measured along the WGS84 ellipsoid.
  case geodesic
  /// A disc of the same radius in pixels at every zoom.
  case pixels

  /// The models of circles whose radius is in meters, which a configuration can choose.
  package static let ofMeters: [CircleModel] = [.mapkit, .geodesic]
}
