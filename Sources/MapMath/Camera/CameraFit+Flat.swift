/// A camera's center on the plane, which may lie beyond the antimeridian, and its zoom.
struct PlanePosition {
  var center: MapPoint
  var zoom512: Double

  /// The camera here, with the other properties of another.
  func camera(like template: Camera) -> Camera {
    var camera = template
    camera.center = center.coordinate.onMap
    camera.zoom512 = zoom512
    return camera
  }
}

extension CameraFit {
  /// The free area for the target, or an error if there is none.
  func freeBox() throws(CameraError) -> ScreenBox {
    let area = viewport.area(within: cameraPadding + padding)
    guard area.width >= 0, area.height >= 0 else { throw .noRoom }
    return area
  }

  /// The flat fit: the corners' box on the plane, turned by the bearing, scaled into the free area.
  ///
  /// The box along the meridians gives the middle and its four corners the size, as in MapLibre GL JS. Source:
  /// MapLibre GL JS, cameraForBoxAndBearing.
  func flat(_ corners: [MapPoint]) throws(CameraError) -> PlanePosition {
    let area = try freeBox()
    var plane = ScreenBox()
    for corner in corners { plane.include(ScreenPoint(x: corner.x, y: corner.y)) }
    let (s, c) = Degrees.sinCos(bearing)
    let size = ScreenPoint(
      x: abs(plane.width * c) + abs(plane.height * s), y: abs(plane.width * s) + abs(plane.height * c))
    let zoom = allowed(log2(min(area.width / size.x, area.height / size.y)) + 19)
    guard zoom >= -64 else { throw .noRoom }
    let shift = padding.shift
    let moved = ScreenPoint(
      x: offset.x + shift.x * c - shift.y * s, y: offset.y + shift.x * s + shift.y * c)
    let scale = exp2(zoom - 19)
    return PlanePosition(
      center: MapPoint(x: plane.middle.x - moved.x / scale, y: plane.middle.y - moved.y / scale), zoom512: zoom)
  }
}
