extension Camera {
  /// Returns the corners of the visible trapezoid on the plane, or an empty array if only sky is in view.
  ///
  /// The array starts with the corner at the top left of the screen and continues clockwise. The corners may be outside
  /// the world, because they are neither wrapped nor clamped to 0...2^28. Because the map extends infinitely toward the
  /// horizon, the trapezoid is cut off one point below the horizon.
  ///
  /// - Parameters:
  ///   - viewport: The viewport of the map.
  ///   - padded: Whether to exclude the areas under the viewport's insets and the camera's padding.
  /// - Throws: `CameraError.invalidCamera` or `.invalidViewport` if the camera or the viewport is invalid, or `.noRoom`
  ///   if the padding and insets leave no room in the viewport.
  public func visibleOutline(in viewport: MapViewport, padded: Bool = false) throws(CameraError) -> [MapPoint] {
    let projection = try CameraProjection(self, in: viewport)
    var area = ScreenBox(minX: 0, minY: 0, maxX: viewport.width, maxY: viewport.height)
    if padded { area = viewport.area(within: padding) }
    guard area.width > 0, area.height > 0 else { throw .noRoom }
    if let horizon = projection.horizonY { area.minY = max(area.minY, horizon + 1) }
    guard area.minY < area.maxY else { return [] }
    return [
      try projection.mapPoint(at: ScreenPoint(x: area.minX, y: area.minY)),
      try projection.mapPoint(at: ScreenPoint(x: area.maxX, y: area.minY)),
      try projection.mapPoint(at: ScreenPoint(x: area.maxX, y: area.maxY)),
      try projection.mapPoint(at: ScreenPoint(x: area.minX, y: area.maxY)),
    ]
  }
}
