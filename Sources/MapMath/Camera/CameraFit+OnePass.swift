extension CameraFit {
  /// The flat fit, then one correction of the zoom, and of the center by the box seen before it.
  ///
  /// Source: Mapbox GL JS, where the center moves by the offset between the middle of the box on the screen and its
  /// position in the flat fit, both taken with the camera before the correction.
  func onePass(_ corners: [MapPoint]) throws(CameraError) -> Camera {
    var position = try flat(corners)
    guard pitch > 0 else { return position.camera(like: template) }
    let tilted = projection(at: position, pitch: pitch)
    let middle = try projection(at: position, pitch: 0).box(around: corners).middle
    let seen = try tilted.box(around: corners)
    // The map is dragged from one screen position to the other.
    let (from, to) = (try tilted.mapPoint(at: seen.middle), try tilted.mapPoint(at: middle))
    position.center = MapPoint(x: position.center.x + from.x - to.x, y: position.center.y + from.y - to.y)
    position.zoom512 = allowed(position.zoom512 + log2(seen.growth(into: try freeBox())))
    return position.camera(like: template)
  }

  /// The projection of the result's camera at another position and pitch.
  private func projection(at position: PlanePosition, pitch: Double) -> CameraProjection {
    var camera = template
    (camera.zoom512, camera.pitch) = (position.zoom512, pitch)
    return CameraProjection(camera, center: position.center, viewport: viewport)
  }
}

extension CameraProjection {
  /// The box around some corners on the screen.
  fileprivate func box(around corners: [MapPoint]) throws(CameraError) -> ScreenBox {
    var box = ScreenBox()
    for corner in corners { box.include(try screenPoint(of: corner)) }
    return box
  }
}
