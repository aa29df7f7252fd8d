extension Zoom {
  /// Creates the zoom at which the width of a map view corresponds to the longitude delta of the given span.
  ///
  /// The span describes the north-up box around the rotated view, as MapKit reports it. The latitude delta is ignored,
  /// because it also depends on the latitude of the center. The zoom is not rounded.
  ///
  /// - Parameters:
  ///   - span: The span of the view, with a longitude delta greater than 0.
  ///   - viewport: The viewport of the map, whose insets are excluded from the view.
  ///   - bearing: The bearing of the map, in degrees clockwise from north.
  ///   - tileSize: The length of a tile's side, in screen points.
  public init(span: Region.Span, viewport: MapViewport, bearing: Double = 0, tileSize: Double) {
    self.init(worldSide: 360 * viewport.uprightBox(bearing: bearing).width / span.longitudeDelta, tileSize: tileSize)
  }

  /// Creates the greatest zoom at which a north-up view shows the whole rectangle.
  ///
  /// - Parameters:
  ///   - rect: The rectangle to show. For a single point, the zoom level is infinite. To limit the level, use
  ///     `clamped(to:)`.
  ///   - viewport: The viewport of the map, whose insets are excluded from the view.
  ///   - tileSize: The length of a tile's side, in screen points.
  public init(fitting rect: MapRect, viewport: MapViewport, tileSize: Double) {
    let view = viewport.uprightBox(bearing: 0)
    let across = rect.width > 0 ? view.width / rect.width : .infinity
    let down = rect.height > 0 ? view.height / rect.height : .infinity
    self.init(worldSide: min(across, down) * MapPoint.worldSide, tileSize: tileSize)
  }

  /// Returns the longitude delta, in degrees, of a north-up view with the given width, in points.
  public func longitudeDelta(width: Double) -> Double { 360 * width / worldSide }
}

extension MapViewport {
  /// Returns the size, in points, of the north-up box around the view when the map has the given bearing, in degrees.
  /// The areas under the insets are excluded.
  public func uprightBox(bearing: Double) -> (width: Double, height: Double) {
    let across = max(width - insets.left - insets.right, 0)
    let down = max(height - insets.top - insets.bottom, 0)
    let (s, c) = Degrees.sinCos(bearing)
    return (across * abs(c) + down * abs(s), across * abs(s) + down * abs(c))
  }
}

extension MapRect {
  /// Creates the rectangle that a view shows around the given center. If the map is rotated, the rectangle is the
  /// north-up box around the view.
  ///
  /// The longitude of the center is wrapped, and the latitude is clamped to ±85.0511287798066. Near a pole, the
  /// rectangle extends beyond the world. To move it back, use `slidIntoWorld`. The rectangle is not rounded to pixels.
  ///
  /// - Parameters:
  ///   - center: The coordinate at the center of the view inside the insets.
  ///   - zoom: The zoom of the map.
  ///   - viewport: The viewport of the map, whose insets are excluded from the view.
  ///   - bearing: The bearing of the map, in degrees clockwise from north.
  public init(center: Coordinate, zoom: Zoom, viewport: MapViewport, bearing: Double = 0) {
    let box = viewport.uprightBox(bearing: bearing)
    let scale = zoom.scale
    self.init(
      center: MapPoint(unwrapped: center.wrapped),
      size: MapSize(width: box.width / scale, height: box.height / scale))
  }
}

extension Region {
  /// Creates the region that a view shows around the given center, moved north or south just enough to be within the
  /// world.
  ///
  /// This initializer combines `MapRect.init(center:zoom:viewport:bearing:)`, `MapRect.slidIntoWorld`, and
  /// `Region.init(_:)`. If the view is taller than the world, the region is centered on the equator and includes the
  /// whole height of the world. The longitude delta is not limited to 360 degrees. If the view is wider than the world,
  /// the delta is greater. `Zoom.init(span:viewport:bearing:tileSize:)` is the inverse.
  public init(center: Coordinate, zoom: Zoom, viewport: MapViewport, bearing: Double = 0) {
    self.init(MapRect(center: center, zoom: zoom, viewport: viewport, bearing: bearing).slidIntoWorld)
  }
}
