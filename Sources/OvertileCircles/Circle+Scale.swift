import MapMath

/// The radius in other units, and the rectangle. Zooms are 0...31.
///
/// All conversions use MapKit's meters per map point at the center's latitude (`MapScale`), whatever the model: for a
/// geodesic circle map points and pixels are therefore those of an equally large MKCircle.
extension Circle {
  /// The radius in meters at a zoom. For the metric models the radius itself.
  package func radiusMeters(zoom: Int) -> Double {
    guard case .pixels = model else { return radius }
    return radiusMapPoints(zoom: zoom) * MapScale.metersPerMapPoint(latitude: latitudeOfScale)
  }

  /// The radius in map points (2^28 a world) at a zoom.
  package func radiusMapPoints(zoom: Int) -> Double {
    guard case .pixels = model else {
      return radius * MapScale.mapPointsPerMeter(latitude: latitudeOfScale)
    }
    return radius / tileSize * (MapPoint.worldSide / Self.tilesAcross(zoom))
  }

  /// The radius in pixels at a zoom at which the world is `tileSize` times 2^zoom pixels wide.
  package func radiusPixels(zoom: Int, tileSize: Double) -> Double {
    radiusMapPoints(zoom: zoom) / MapPoint.worldSide * (tileSize * Self.tilesAcross(zoom))
  }

  /// The rectangle around the circle, its radius times `scale`, in map points.
  ///
  /// - mapkit: exactly MKCircle's, a square that may hang over the world's edges.
  /// - pixels: likewise, around the center clamped to the map's latitudes.
  /// - geodesic: the smallest one around the part inside the map's latitudes; x may hang over the antimeridian. The
  ///   rectangle is as wide as the world if the circle goes all the way around, and has no height if the circle lies
  ///   wholly beyond the map.
  package func boundingMapRect(zoom: Int, scale: Double = 1) -> MapRect {
    if case .mapkit = model { return MapRect(circleAt: center, radiusMeters: scaledRadius(scale)) }
    let region = region(zoom: zoom, scale: scale)
    var (top, bottom) = (region.top, region.bottom)
    var half = region.widest?.halfWidth ?? 0
    if case .geodesic = model {
      top = min(max(top, 0), WorldGrid.side)
      bottom = min(max(bottom, 0), WorldGrid.side)
      half = max(half, region.halfWidth(atY: 0), region.halfWidth(atY: WorldGrid.side))
    }
    let points = MapPoint.worldSide / WorldGrid.side
    return MapRect(
      origin: MapPoint(x: (region.centerX - half) * points, y: top * points),
      width: 2 * half * points, height: (bottom - top) * points)
  }

  private static func tilesAcross(_ zoom: Int) -> Double {
    Double(sign: .plus, exponent: zoom, significand: 1)
  }
}
