extension Camera {
  /// The part of the plane that a viewport shows: a convex trapezoid, in the order top left, top right, bottom right,
  /// bottom left of the screen; empty when only sky is in view.
  ///
  /// Columns are not wrapped and rows not clamped. The map has no end toward the horizon, so the trapezoid is cut one
  /// point below it.
  ///
  /// - Parameters:
  ///   - viewport: The screen of the map.
  ///   - padded: Whether to leave out the viewport's insets and the camera's padding.
  /// - Throws: `CameraError.invalidCamera`, `.invalidViewport`, and `.noRoom` when padding leaves nothing.
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
