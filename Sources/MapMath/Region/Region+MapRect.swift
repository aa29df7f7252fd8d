// With the latitude c of the middle of two rows and half their distance h, in radians of the Mercator plane, the
// latitudes of the rows differ by d where tan(d / 2) = sinh(h) cos(c): the addition theorem of the Gudermannian function.
// Both directions use it, so small spans lose no digits to the difference of two latitudes.

extension Region {
  /// Makes the region of a rectangle: its middle on the plane, and the degrees between its edges.
  ///
  /// The center's longitude is wrapped to -180..<180; MapKit's result for rectangles over the antimeridian is not
  /// known. Rows may lie outside the world. `MapRect.init(_:)` is the inverse. The null rectangle has a longitude that
  /// is not a number.
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
  /// Makes the rectangle that a map shows for a region: the center is its middle on the plane.
  ///
  /// The inverse of `Region.init(_:)`. The center's latitude is clamped to +-85.0511287798066; from a latitude delta of
  /// 180 up the rectangle includes all rows of the world. It extends below x 0 or beyond 2^28 if the region crosses the
  /// antimeridian; a longitude outside -180...180 is not wrapped.
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

  /// Makes the rectangle between the latitudes and longitudes center +- half a delta, as data, not as a view.
  ///
  /// Latitudes are clamped to +-85 as in `MapPoint`. Not the inverse of `Region.init(_:)`: the middle latitude is not the
  /// middle on the plane. Columns as in `init(_:)`.
  public init(edgesOf region: Region) {
    let half = region.span.latitudeDelta / 2
    let x = Mercator.x(longitude: region.center.longitude) * Self.world.width
    let width = region.span.longitudeDelta / 360 * Self.world.width
    let north = MapPoint(Coordinate(latitude: min(max(region.center.latitude + half, -90), 90), longitude: 0)).y
    let south = MapPoint(Coordinate(latitude: min(max(region.center.latitude - half, -90), 90), longitude: 0)).y
    self.init(x: x - width / 2, y: north, width: width, height: south - north)
  }
}
