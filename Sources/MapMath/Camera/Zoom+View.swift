extension Zoom {
  /// Makes the zoom at which a map view shows a span, from its longitude delta.
  ///
  /// The span is that of the upright box around the turned view, as MapKit reports it. Latitude deltas are not used: they
  /// depend on the latitude. Exact, not rounded.
  ///
  /// - Parameters:
  ///   - span: the span of the view; its longitude delta above 0.
  ///   - viewport: the view in points; its insets, such as a status bar, are not part of it.
  ///   - bearing: the turn of the map in degrees, any angle.
  ///   - tileSize: the side of a tile in screen points.
  public init(span: Region.Span, viewport: MapViewport, bearing: Double = 0, tileSize: Double) {
    self.init(worldSide: 360 * viewport.uprightBox(bearing: bearing).width / span.longitudeDelta, tileSize: tileSize)
  }

  /// Makes the greatest zoom at which an upright view shows all of a rectangle.
  ///
  /// - Parameters:
  ///   - rect: the rectangle to show. A point has no such zoom: the level is infinite, so clamp it.
  ///   - viewport: the view in points; the part within its insets counts.
  ///   - tileSize: the side of a tile in screen points.
  public init(fitting rect: MapRect, viewport: MapViewport, tileSize: Double) {
    let view = viewport.uprightBox(bearing: 0)
    let across = rect.width > 0 ? view.width / rect.width : .infinity
    let down = rect.height > 0 ? view.height / rect.height : .infinity
    self.init(worldSide: min(across, down) * MapPoint.worldSide, tileSize: tileSize)
  }

  /// The degrees of longitude across an upright view of a width in points.
  public func longitudeDelta(width: Double) -> Double { 360 * width / worldSide }
}

extension MapViewport {
  /// The size in points of the upright box around the view, inside its insets, when the map is turned by a bearing in
  /// degrees.
  public func uprightBox(bearing: Double) -> (width: Double, height: Double) {
    let across = max(width - insets.left - insets.right, 0)
    let down = max(height - insets.top - insets.bottom, 0)
    let (s, c) = Degrees.sinCos(bearing)
    return (across * abs(c) + down * abs(s), across * abs(s) + down * abs(c))
  }
}

extension MapRect {
  /// Makes the rectangle that a view shows around a center: the upright box if the map is turned.
  ///
  /// The center's longitude is wrapped and its latitude clamped to +-85.0511287798066. Near a pole the rectangle
  /// extends beyond the world; `slidIntoWorld` moves it back. Nothing is rounded to pixels.
  ///
  /// - Parameters:
  ///   - center: the middle of the view within its insets.
  ///   - zoom: the scale of the world.
  ///   - viewport: the view in points; the area under its insets is left out.
  ///   - bearing: the turn of the map in degrees.
  public init(center: Coordinate, zoom: Zoom, viewport: MapViewport, bearing: Double = 0) {
    let box = viewport.uprightBox(bearing: bearing)
    let scale = zoom.scale
    self.init(
      center: MapPoint(unwrapped: center.wrapped),
      size: MapSize(width: box.width / scale, height: box.height / scale))
  }
}

extension Region {
  /// Makes the region that a view shows around a center, moved north or south just enough to keep the poles out.
  ///
  /// `MapRect.init(center:zoom:viewport:bearing:)`, `MapRect.slidIntoWorld` and `Region.init(_:)`, one after the other. A view
  /// taller than the world shows all of it, around the equator. The longitude delta is not cut: above 360 the view is
  /// wider than the world. `Zoom.init(span:viewport:bearing:tileSize:)` is the inverse.
  public init(center: Coordinate, zoom: Zoom, viewport: MapViewport, bearing: Double = 0) {
    self.init(MapRect(center: center, zoom: zoom, viewport: viewport, bearing: bearing).slidIntoWorld)
  }
}
