extension Zoom {
  /// Creates the zoom at which a map view shows the longitude delta of a span.
  ///
  /// The span is that of the north-up box around the rotated view, as MapKit reports it. The latitude delta is not
  /// used, because it depends on the latitude. The zoom is not rounded.
  ///
  /// - Parameters:
  ///   - span: The span of the view, with a longitude delta greater than 0.
  ///   - viewport: The viewport of the map, whose insets are excluded.
  ///   - bearing: The bearing of the map in degrees.
  ///   - tileSize: The side of a tile in screen points.
  public init(span: Region.Span, viewport: MapViewport, bearing: Double = 0, tileSize: Double) {
    self.init(worldSide: 360 * viewport.uprightBox(bearing: bearing).width / span.longitudeDelta, tileSize: tileSize)
  }

  /// Creates the greatest zoom at which a north-up view shows a whole rectangle.
  ///
  /// - Parameters:
  ///   - rect: The rectangle to show. For a single point the level is infinite, so clamp it.
  ///   - viewport: The viewport of the map, whose insets are excluded.
  ///   - tileSize: The side of a tile in screen points.
  public init(fitting rect: MapRect, viewport: MapViewport, tileSize: Double) {
    let view = viewport.uprightBox(bearing: 0)
    let across = rect.width > 0 ? view.width / rect.width : .infinity
    let down = rect.height > 0 ? view.height / rect.height : .infinity
    self.init(worldSide: min(across, down) * MapPoint.worldSide, tileSize: tileSize)
  }

  /// Returns the longitude span, in degrees, of a north-up view of a width in points.
  public func longitudeDelta(width: Double) -> Double { 360 * width / worldSide }
}

extension MapViewport {
  /// Returns the size in points of the north-up box around the view, without its insets, for a bearing in degrees.
  public func uprightBox(bearing: Double) -> (width: Double, height: Double) {
    let across = max(width - insets.left - insets.right, 0)
    let down = max(height - insets.top - insets.bottom, 0)
    let (s, c) = Degrees.sinCos(bearing)
    return (across * abs(c) + down * abs(s), across * abs(s) + down * abs(c))
  }
}

extension MapRect {
  /// Creates the rectangle that a view shows around a center. For a rotated map, it is the north-up box.
  ///
  /// The center's longitude is wrapped, and its latitude is clamped to ±85.0511287798066. Near a pole, the rectangle
  /// extends beyond the world; `slidIntoWorld` moves it back. Nothing is rounded to pixels.
  ///
  /// - Parameters:
  ///   - center: The center of the view inside its insets.
  ///   - zoom: The scale of the world.
  ///   - viewport: The viewport of the map, whose insets are excluded.
  ///   - bearing: The bearing of the map in degrees.
  public init(center: Coordinate, zoom: Zoom, viewport: MapViewport, bearing: Double = 0) {
    let box = viewport.uprightBox(bearing: bearing)
    let scale = zoom.scale
    self.init(
      center: MapPoint(unwrapped: center.wrapped),
      size: MapSize(width: box.width / scale, height: box.height / scale))
  }
}

extension Region {
  /// Creates the region that a view shows around a center, moved north or south just enough to exclude the poles.
  ///
  /// This combines `MapRect.init(center:zoom:viewport:bearing:)`, `MapRect.slidIntoWorld` and `Region.init(_:)`. A view
  /// taller than the world shows all of it, around the equator. The longitude delta is not limited; above 360, the view
  /// is wider than the world. `Zoom.init(span:viewport:bearing:tileSize:)` is the inverse.
  public init(center: Coordinate, zoom: Zoom, viewport: MapViewport, bearing: Double = 0) {
    self.init(MapRect(center: center, zoom: zoom, viewport: viewport, bearing: bearing).slidIntoWorld)
  }
}
