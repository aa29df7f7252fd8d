// The kits measure the same point differently: MapKit on the ellipsoid, north to south, Mapbox and MapLibre on a sphere of the
// equatorial radius. At the equator a point of Mapbox's is 0.67 percent longer.

extension MapScale {
  /// Returns the number of meters per screen point at the given zoom and the given latitude, in degrees, as in MapKit.
  ///
  /// The result is the value of `metersPerMapPoint(latitude:)` divided by the scale of the zoom. To compute the same
  /// number with MapKit, divide the result of `MKMetersPerMapPointAtLatitude` by the zoom scale of the map view.
  public static func metersPerPoint(latitude: Double, zoom: Zoom) -> Double {
    metersPerMapPoint(latitude: latitude) / zoom.scale
  }

  /// Returns the number of meters per screen point at the given zoom and the given latitude, in degrees, as in Mapbox
  /// and MapLibre.
  ///
  /// The result is the length of the circle of latitude on a sphere with the equatorial radius, divided by the width of
  /// the world in screen points. The latitude is clamped to ±85.0511287798066.
  /// `Projection::getMetersPerPixelAtLatitude` in MapLibre Native uses the same formula.
  public static func mapboxMetersPerPoint(latitude: Double, zoom: Zoom) -> Double {
    mapboxParallel(latitude: latitude) / zoom.worldSide
  }

  /// The length in meters of a parallel on the sphere.
  fileprivate static func mapboxParallel(latitude: Double) -> Double {
    let clamped = min(max(latitude, -Mercator.maximumLatitude), Mercator.maximumLatitude)
    return cos(clamped * .pi / 180) * 2 * .pi * Mercator.equatorialRadius
  }
}

extension Zoom {
  /// Creates the zoom at which a screen point spans the given number of meters at the given latitude, in degrees, as in
  /// MapKit. The number of meters must be greater than 0.
  public init(metersPerPoint: Double, latitude: Double, tileSize: Double) {
    self.init(scale: MapScale.metersPerMapPoint(latitude: latitude) / metersPerPoint, tileSize: tileSize)
  }

  /// Creates the zoom at which a screen point spans the given number of meters at the given latitude, in degrees, as in
  /// Mapbox and MapLibre. The number of meters must be greater than 0.
  public init(mapboxMetersPerPoint meters: Double, latitude: Double, tileSize: Double) {
    self.init(worldSide: MapScale.mapboxParallel(latitude: latitude) / meters, tileSize: tileSize)
  }
}
