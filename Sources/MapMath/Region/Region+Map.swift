extension Region {
  /// Whether a coordinate lies within half of each delta of the center, edges included.
  ///
  /// The region may cross the antimeridian. From 360 degrees up it includes every longitude, and so does a pole. For
  /// the area that a map shows, use `MapRect(region).contains(wrapped: MapPoint(unwrapped: coordinate))`: on the
  /// plane the center is not midway between the visible latitudes. A coordinate that is not valid once its longitude
  /// is wrapped lies in no region.
  public func contains(_ coordinate: Coordinate) -> Bool {
    let (tall, wide) = (span.latitudeDelta / 2, span.longitudeDelta / 2)
    guard coordinate.wrapped.isValid, tall >= 0, wide >= 0 else { return false }
    let (north, south) = (center.latitude + tall, center.latitude - tall)
    guard coordinate.latitude <= north, coordinate.latitude >= south else { return false }
    if abs(coordinate.latitude) == 90 { return true }
    let longitudes = PeriodicInterval(low: center.longitude - wide, high: center.longitude + wide, period: 360)
    return longitudes.contains(PeriodicInterval(low: coordinate.longitude, high: coordinate.longitude, period: 360))
  }

  /// The part of the region that a map can show, or the region itself if a map can show all of it.
  ///
  /// A cut moves the center to the middle of the rest, on the plane. Nil if nothing is left, as for a small region
  /// around a pole, or if a number is not finite or a delta negative: map views reject such regions by an exception.
  /// Idempotent, except for rounding.
  public func clampedToMap() -> Region? {
    let limit = Mercator.maximumLatitude
    let numbers = [center.latitude, center.longitude, span.latitudeDelta, span.longitudeDelta]
    guard numbers.allSatisfy(\.isFinite), span.latitudeDelta >= 0, span.longitudeDelta >= 0 else { return nil }
    var region = self
    if abs(center.latitude) > limit {
      region = clamped(latitude: limit)
      guard region.span.latitudeDelta > 0 else { return nil }
    }
    region.span.longitudeDelta = min(region.span.longitudeDelta, 360)
    let rect = MapRect(region)
    // The rows of the whole world may be out by their last digits.
    let slack = 1e-3
    guard rect.minY < -slack || rect.maxY > MapPoint.worldSide + slack || span.latitudeDelta >= 180 else {
      return region
    }
    let (north, south) = (max(rect.minY, 0), min(rect.maxY, MapPoint.worldSide))
    var cut = Region(MapRect(minX: rect.minX, minY: north, maxX: rect.maxX, maxY: south))
    (cut.center.longitude, cut.span.longitudeDelta) = (region.center.longitude, region.span.longitudeDelta)
    return cut
  }
}
