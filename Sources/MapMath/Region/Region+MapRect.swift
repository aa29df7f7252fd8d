// With the latitude c of the middle of two rows and half their distance h, in radians of the Mercator plane, the
// latitudes of the rows differ by d where tan(d / 2) = sinh(h) cos(c): the addition theorem of the Gudermannian function.
// Both directions use it, so small spans lose no digits to the difference of two latitudes.

extension Region {
  /// Creates the region that corresponds to the given rectangle.
  ///
  /// The region's center is the rectangle's center on the plane, and the region's span is the number of degrees between
  /// opposite edges of the rectangle. The longitude of the center is wrapped to -180..<180. MapKit's result may differ
  /// for rectangles that cross the antimeridian. The rectangle may extend beyond the world's rows. For the null
  /// rectangle, the longitude is NaN. `MapRect.init(_:)` is the inverse.
  public init(_ rect: MapRect) {
    let middle = rect.center.coordinate
    let half = rect.height / 2 / MapPoint.worldSide * 2 * .pi
    let delta = 2 * atan(sinh(half) * cos(middle.latitude * .pi / 180)) * 180 / .pi
    self.init(
      center: middle.wrapped,
      span: Span(latitudeDelta: delta, longitudeDelta: rect.width / MapPoint.worldSide * 360))
  }
}

extension MapRect {
  /// Creates the rectangle that a map shows for the given region. The center of the rectangle on the plane is the
  /// center of the region.
  ///
  /// This initializer is the inverse of `Region.init(_:)`. The latitude of the center is clamped to ±85.0511287798066.
  /// If the latitude delta is at least 180, the rectangle includes all rows of the world. If the region crosses the
  /// antimeridian, the rectangle extends below x = 0 or beyond x = 2^28. The longitude of the center is not wrapped to
  /// -180..<180.
  public init(_ region: Region) {
    let center = MapPoint(unwrapped: region.center)
    let width = region.span.longitudeDelta / 360 * Self.world.width
    guard region.span.latitudeDelta < 180 else {
      self.init(x: center.x - width / 2, y: 0, width: width, height: Self.world.height)
      return
    }
    let latitude = min(max(region.center.latitude, -Mercator.maximumLatitude), Mercator.maximumLatitude) * .pi / 180
    let half = asinh(tan(region.span.latitudeDelta / 2 * .pi / 180) / cos(latitude))
    let size = MapSize(width: width, height: half / .pi * Self.world.height)
    self.init(center: center, size: size)
  }

  /// Creates the rectangle that includes the latitudes and longitudes of the given region. Each edge is half of the
  /// corresponding delta away from the center, in degrees.
  ///
  /// Use this rectangle for the area that data covers. For the area that a map shows, use `init(_:)`. Latitudes are
  /// clamped to ±85, as in `MapPoint`. Columns are the same as in `init(_:)`. This initializer is not the inverse of
  /// `Region.init(_:)`, because the mean latitude is not at the center on the plane.
  public init(edgesOf region: Region) {
    let half = region.span.latitudeDelta / 2
    let x = Mercator.x(longitude: region.center.longitude) * Self.world.width
    let width = region.span.longitudeDelta / 360 * Self.world.width
    let north = MapPoint(Coordinate(latitude: min(max(region.center.latitude + half, -90), 90), longitude: 0)).y
    let south = MapPoint(Coordinate(latitude: min(max(region.center.latitude - half, -90), 90), longitude: 0)).y
    self.init(x: x - width / 2, y: north, width: width, height: south - north)
  }
}
