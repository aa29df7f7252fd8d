import MapMath
import OvertileCore

/// A circle around a coordinate, by one of three models.
package struct Circle: Sendable, Hashable {
  /// The largest radius in meters of the metric models: pi times the polar radius, about 19,970 km.
  ///
  /// Up to this length every geodesic from a coordinate is the shortest, so a circle is the set of their ends; farther
  /// out, around the antipode, they cross. (By Klingenberg's bound: the ellipsoid's greatest curvature is the square of
  /// the polar radius, inverted.)
  package static let maximumMeters = Ellipsoid.polarRadius * .pi
  /// The largest radius in pixels.
  package static let maximumPixels = 1_000_000.0

  /// The center, longitude in -180...180.
  package let center: Coordinate
  /// The radius, in the model's unit: meters or pixels.
  package let radius: Double
  /// The meaning of the radius.
  package let model: CircleModel
  /// The side of a tile in the pixels of a radius: the world is as wide times 2^zoom.
  let tileSize: Double

  /// Makes a circle.
  ///
  /// A longitude outside -180...180 is wrapped. Throws if the center is not on the Earth, if the radius is not
  /// positive, or above `maximumMeters` (or `maximumPixels`), or if it is in pixels of tiles below 1 or not finite.
  package init(
    center: Coordinate, radius: Double, model: CircleModel, tileSize: Double = 512
  ) throws(CircleError) {
    guard abs(center.latitude) <= 90 else {
      throw CircleError(name: "latitude", value: center.latitude, expected: "from -90 to 90")
    }
    guard center.longitude.isFinite else {
      throw CircleError(name: "longitude", value: center.longitude, expected: "finite")
    }
    if case .pixels = model, !(tileSize >= 1 && tileSize.isFinite) {
      throw CircleError(name: "tile size", value: tileSize, expected: "at least 1 and finite")
    }
    let maximum = Self.maximumRadius(model)
    guard radius > 0, radius <= maximum else {
      throw CircleError(name: "radius", value: radius, expected: "above 0 and at most \(maximum)")
    }
    self.center =
      abs(center.longitude) <= 180
      ? center : Coordinate(latitude: center.latitude, longitude: Longitude.wrapped(center.longitude))
    self.radius = radius
    self.model = model
    self.tileSize = tileSize
  }

  private static func maximumRadius(_ model: CircleModel) -> Double {
    if case .pixels = model { maximumPixels } else { maximumMeters }
  }

  /// The radius times a pulse's scale, in the model's unit, held at the model's maximum; 0 for a scale not above 0.
  func scaledRadius(_ scale: Double) -> Double {
    scale > 0 ? min(radius * scale, Self.maximumRadius(model)) : 0
  }

  /// The latitude whose scale makes the radius in meters one on the plane.
  var latitudeOfScale: Double { center.latitude }

  /// The circle as a region of the world grid at a zoom, its radius times `scale`.
  func region(zoom: Int, scale: Double) -> any CircleRegion {
    switch model {
    case .geodesic:
      return GeodesicDisc(center: center, meters: scaledRadius(scale))
    case .mapkit:
      let point = MapPoint(center)
      let radius = scaledRadius(scale) * MapScale.mapPointsPerMeter(latitude: latitudeOfScale)
      let units = WorldGrid.side / MapPoint.worldSide
      return PlaneDisc(centerX: point.x * units, centerY: point.y * units, radius: radius * units)
    case .pixels:
      let latitude = min(max(center.latitude, -Mercator.maximumLatitude), Mercator.maximumLatitude)
      return PlaneDisc(
        centerX: Mercator.x(longitude: center.longitude) * WorldGrid.side,
        centerY: min(max(Mercator.y(latitude: latitude), 0), 1) * WorldGrid.side,
        radius: scaledRadius(scale) / tileSize * Double(WorldGrid.tileSide(zoom: zoom)))
    }
  }
}
