extension CameraFit {
  /// The flat fit, then one correction of the zoom, and of the center by the box seen before it.
  ///
  /// Source: Mapbox GL JS, where the center moves by the offset between the middle of the box on the screen and its
  /// position in the flat fit, both taken with the camera before the correction.
  func onePass(_ corners: [MapPoint]) throws(CameraError) -> Camera {
    var position = try flat(corners)
    guard pitch > 0 else { return position.camera(like: template) }
    var level = template
    level.pitch = 0
    let middle = try box(of: corners, at: position, like: level).middle
    let seen = try box(of: corners, at: position, like: template)
    let projection = position.projection(like: template, in: viewport)
    position.center = try moved(position.center, by: projection, bringing: seen.middle, to: middle)
    position.zoom512 = allowed(position.zoom512 + log2(seen.growth(into: try freeBox())))
    return position.camera(like: template)
  }

  /// The center after the map has been dragged from one screen position to another.
  private func moved(
    _ center: MapPoint, by projection: CameraProjection, bringing start: ScreenPoint, to end: ScreenPoint
  ) throws(CameraError) -> MapPoint {
    let (from, to) = (try projection.mapPoint(at: start), try projection.mapPoint(at: end))
    return MapPoint(x: center.x + from.x - to.x, y: center.y + from.y - to.y)
  }

  /// The box around the corners on the screen of a camera.
  private func box(
    of corners: [MapPoint], at position: PlanePosition, like template: Camera
  ) throws(CameraError) -> ScreenBox {
    let projection = position.projection(like: template, in: viewport)
    var box = ScreenBox()
    for corner in corners { box.include(try projection.screenPoint(of: corner)) }
    return box
  }
}
