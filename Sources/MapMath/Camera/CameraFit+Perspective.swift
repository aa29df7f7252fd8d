#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

extension CameraFit {
  /// The flat fit, then one correction of the zoom, and of the centre by what was seen before it.
  ///
  /// Source: Mapbox GL JS, where the centre moves by the offset between the middle of the box on the screen and the
  /// place it had in the flat fit, both taken with the camera before the correction.
  func onePass(_ corners: [MapPoint]) throws(CameraError) -> Camera {
    var position = try flat(corners)
    guard pitch > 0 else { return position.camera(like: template) }
    var level = template
    level.pitch = 0
    let middle = try box(of: corners, at: position, like: level).middle
    let seen = try box(of: corners, at: position, like: template)
    let projection = position.projection(like: template, in: viewport)
    position.center = try moved(position.center, by: projection, bringing: seen.middle, to: middle)
    position.zoom512 = allowed(position.zoom512 + log2(seen.growth(into: try room())))
    return position.camera(like: template)
  }

  /// The fit that holds at any pitch: corrected until the box on the screen lies in the middle of the room and fills it.
  func sound(_ corners: [MapPoint]) throws(CameraError) -> Camera {
    let area = try room()
    let target = ScreenPoint(x: area.middle.x + offset.x, y: area.middle.y + offset.y)
    var position = try flat(corners)
    try settle(&position, corners, cap: maximumZoom512, target: target, area: area)
    if zoomSnap >= 1e-9 {
      position.zoom512 = allowed(position.zoom512 + 1e-9)
      try settle(&position, corners, cap: position.zoom512, target: target, area: area)
    }
    return position.camera(like: template)
  }

  /// Corrects zoom and centre in turn until neither moves anything by more than 1e-9 points, or what a double can hold
  /// of a map point.
  private func settle(
    _ position: inout PlanePosition, _ corners: [MapPoint], cap: Double, target: ScreenPoint, area: ScreenBox
  ) throws(CameraError) {
    for _ in 0..<200 {
      let growth = try box(of: corners, at: position, like: template).growth(into: area)
      let zoom = min(position.zoom512 + log2(growth), cap)
      guard zoom >= -64 else { throw .noRoom }
      let step = abs(exp2(zoom - position.zoom512) - 1) * max(viewport.width, viewport.height)
      position.zoom512 = zoom
      let middle = try box(of: corners, at: position, like: template).middle
      let projection = position.projection(like: template, in: viewport)
      position.center = try moved(position.center, by: projection, bringing: middle, to: target)
      let tolerance = 1e-9 + 0x1p-20 * exp2(zoom - 19)
      if step < tolerance, hypot(middle.x - target.x, middle.y - target.y) < tolerance { return }
    }
    throw .didNotSettle
  }

  /// The centre after the map has been dragged from one screen position to another.
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
