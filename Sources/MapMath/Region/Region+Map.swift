extension Region {
  /// Returns whether the given coordinate is in the region. The latitude and the longitude must differ from those of
  /// the center by at most half of the corresponding delta. The edges belong to the region.
  ///
  /// The region may cross the antimeridian. A region that is at least 360 degrees wide includes every longitude. At a
  /// pole, the longitude of the coordinate does not matter. A coordinate is in no region if it is invalid even after
  /// the longitude has been wrapped.
  ///
  /// To check whether a map that shows the region also shows the coordinate, use `MapRect(region).contains(wrapped:
  /// MapPoint(unwrapped: coordinate))`. The result may differ, because the center of a map on the plane is not midway
  /// between the visible latitudes.
  public func contains(_ coordinate: Coordinate) -> Bool {
    let (tall, wide) = (span.latitudeDelta / 2, span.longitudeDelta / 2)
    guard coordinate.wrapped.isValid, tall >= 0, wide >= 0 else { return false }
    let (north, south) = (center.latitude + tall, center.latitude - tall)
    guard coordinate.latitude <= north, coordinate.latitude >= south else { return false }
    if abs(coordinate.latitude) == 90 { return true }
    let longitudes = PeriodicInterval(low: center.longitude - wide, high: center.longitude + wide, period: 360)
    return longitudes.contains(PeriodicInterval(low: coordinate.longitude, high: coordinate.longitude, period: 360))
  }

  /// Returns the part of the region that a map can show, or `nil` if there is no such part.
  ///
  /// If some of the region is cut off, the center moves to the center of the remaining part on the plane. For example,
  /// nothing remains of a small region around a pole. The result is also `nil` if a number is not finite or a delta is
  /// negative. Map views throw an exception for any region for which the result is `nil`. Apart from rounding, clamping
  /// a clamped region has no effect.
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
