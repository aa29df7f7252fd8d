/// A rectangle to show and the padding around it, as passed to `setVisibleMapRect(_:edgePadding:)` in MapKit.
public struct PaddedMapRect: Sendable, Hashable, Codable {
  /// The rectangle to show.
  public var rect: MapRect
  /// The space to keep free at the edges of the view, in points.
  public var insets: ScreenPadding

  /// Creates a padded rectangle from a rectangle and the space to keep free around it, in points.
  public init(rect: MapRect, insets: ScreenPadding) {
    self.rect = rect
    self.insets = insets
  }
}

extension Camera {
  /// Returns the region that MapKit would report for the padded viewport.
  ///
  /// If the pitch is zero, the result is the same as with `Region.init(center:zoom:viewport:bearing:)`. It is the
  /// north-up box around the view, moved north or south to be within the world. In this case,
  /// `init(region:in:bearing:padding:)` is the inverse. Otherwise, the result is the north-up box around the visible
  /// trapezoid, cut off at the edges of the world.
  ///
  /// - Throws: `CameraError.invalidCamera` or `.invalidViewport` if the camera or the viewport is invalid, `.noRoom` if
  ///   the padding and insets leave no room in the viewport, or `.aboveHorizon` if only sky is in view.
  public func region(in viewport: MapViewport) throws(CameraError) -> Region {
    let outline = try visibleOutline(in: viewport, padded: true)
    guard pitch > 0 else {
      var padded = viewport
      padded.insets = viewport.insets + padding
      let zoom = Zoom(level: zoom512, tileSize: Self.baseTileSize)
      return Region(center: center, zoom: zoom, viewport: padded, bearing: bearing)
    }
    var box = ScreenBox()
    for point in outline { box.include(ScreenPoint(x: point.x, y: point.y)) }
    let (north, south) = (max(box.minY, 0), min(box.maxY, MapPoint.worldSide))
    guard !outline.isEmpty, north < south else { throw .aboveHorizon }
    return Region(MapRect(minX: box.minX, minY: north, maxX: box.maxX, maxY: south))
  }

  /// Creates the camera of a map from the region that the map reports. The zoom is computed only from the longitude
  /// delta, because the latitude delta also depends on the latitude of the center.
  ///
  /// - Parameters:
  ///   - region: The region that the map reports.
  ///   - viewport: The viewport of the map.
  ///   - bearing: The heading of the map, in degrees clockwise from north.
  ///   - padding: The padding of the camera. The region is the area that is visible inside this padding.
  /// - Throws: `CameraError.invalidViewport` if the viewport is invalid, `.noRoom` if the padding and insets leave no
  ///   room in the viewport, `.nothingToFit` if the longitude delta is not greater than 0, or `.invalidCamera` if the
  ///   resulting camera is invalid.
  public init(
    region: Region, in viewport: MapViewport, bearing: Double = 0, padding: ScreenPadding = .zero
  ) throws(CameraError) {
    guard viewport.isValid else { throw .invalidViewport }
    let area = viewport.area(within: padding)
    guard area.width > 0, area.height > 0 else { throw .noRoom }
    guard region.span.longitudeDelta > 0 else { throw .nothingToFit }
    var padded = viewport
    padded.insets = viewport.insets + padding
    let zoom = Zoom(span: region.span, viewport: padded, bearing: bearing, tileSize: Self.baseTileSize)
    self.init(center: region.center.wrapped, zoom: zoom, bearing: bearing)
    self.padding = padding
    guard isValid else { throw .invalidCamera }
  }

  /// Returns the rectangle that a north-up map shows inside the camera's padding, together with this padding.
  ///
  /// The bearing and the pitch are ignored, because MapKit turns a map north when it shows a rectangle.
  ///
  /// - Throws: `CameraError.invalidCamera` or `.invalidViewport` if the camera or the viewport is invalid, or `.noRoom`
  ///   if the padding and insets leave no room in the viewport.
  public func paddedMapRect(in viewport: MapViewport) throws(CameraError) -> PaddedMapRect {
    guard isValid else { throw .invalidCamera }
    guard viewport.isValid else { throw .invalidViewport }
    let area = viewport.area(within: padding)
    guard area.width > 0, area.height > 0 else { throw .noRoom }
    let size = MapSize(width: area.width / pointsPerMapPoint, height: area.height / pointsPerMapPoint)
    return PaddedMapRect(rect: MapRect(center: MapPoint(unwrapped: center), size: size), insets: padding)
  }

  /// Creates the camera of a north-up map that shows a padded rectangle.
  ///
  /// The zoom is the greatest zoom at which the whole rectangle is visible. If opposite insets differ, the center is
  /// offset by half of the difference. The camera itself has no padding. To add padding, use `repadded(_:in:)`.
  ///
  /// - Parameters:
  ///   - padded: The rectangle and the space to keep free around it, in points.
  ///   - viewport: The viewport of the map.
  ///   - maximumZoom512: The maximum zoom for 512-point tiles. This zoom is used for a rectangle whose size is zero.
  /// - Throws: `CameraError.nothingToFit` if the rectangle is null, or any other error that
  ///   `CameraFit.camera(showing:)` throws.
  public init(
    showing padded: PaddedMapRect, in viewport: MapViewport, maximumZoom512: Double = 22
  ) throws(CameraError) {
    var fit = CameraFit(in: viewport)
    fit.padding = padded.insets
    fit.maximumZoom512 = maximumZoom512
    fit.engine = .flat
    self = try fit.camera(showing: .rect(padded.rect))
  }
}
