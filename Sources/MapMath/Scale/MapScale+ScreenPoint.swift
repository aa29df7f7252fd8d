// The kits measure the same point differently: MapKit on the ellipsoid, north to south, Mapbox and MapLibre on a sphere of the
// equatorial radius. At the equator a point of Mapbox's is 0.67 percent longer.

extension MapScale {
  /// The meters of ground per screen point as MapKit measures them, at a latitude in degrees and a zoom.
  ///
  /// `metersPerMapPoint(latitude:)` over the zoom's scale: the value of MKMetersPerMapPointAtLatitude for a map view.
  public static func metersPerPoint(latitude: Double, zoom: Zoom) -> Double {
    metersPerMapPoint(latitude: latitude) / zoom.scale
  }

  /// The meters of ground per screen point as Mapbox and MapLibre measure them, at a latitude in degrees and a zoom.
  ///
  /// The length of the parallel on a sphere of the equatorial radius, over the width of the world in screen points; the
  /// latitude is clamped to +-85.0511287798066. Source: MapLibre Native, Projection::getMetersPerPixelAtLatitude.
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
  /// Makes the zoom at which a screen point spans a number of meters, above 0, at a latitude, as MapKit measures
  /// them.
  public init(metersPerPoint: Double, latitude: Double, tileSize: Double) {
    self.init(scale: MapScale.metersPerMapPoint(latitude: latitude) / metersPerPoint, tileSize: tileSize)
  }

  /// Makes the zoom at which a screen point spans a number of meters, above 0, at a latitude, as Mapbox measures
  /// them.
  public init(mapboxMetersPerPoint meters: Double, latitude: Double, tileSize: Double) {
    self.init(worldSide: MapScale.mapboxParallel(latitude: latitude) / meters, tileSize: tileSize)
  }
}
