extension CameraFit {
  /// The native library's fit: the box on the screen of the current camera, with the new bearing and pitch.
  ///
  /// Pitch and zoom are clamped to the restriction. Without a free area the zoom stays unchanged. The fit's padding
  /// becomes the camera's and does not move the center. Corners behind the camera are projected, too, as in the
  /// original. Source: MapLibre Native, cameraForLatLngs.
  func native(
    _ corners: [MapPoint], from start: Camera, within restriction: CameraRestriction
  ) throws(CameraError) -> Camera {
    guard start.isValid else { throw .invalidCamera }
    guard restriction.isValid else { throw .invalidRestriction }
    var camera = start
    camera.bearing = bearing
    camera.pitch = min(max(pitch, restriction.minimumPitch), restriction.maximumPitch)
    let projection = CameraProjection(camera, center: MapPoint(unwrapped: start.center), viewport: viewport)
    var box = ScreenBox()
    for corner in corners { box.include(projection.projected(corner).position) }
    let center = try projection.mapPoint(at: box.middle).coordinate.onMap
    let area = viewport.area(within: padding)
    if area.width > 0, area.height > 0 {
      let zoom = allowed(start.zoom512 + log2(box.growth(into: area)))
      camera.zoom512 = min(max(zoom, restriction.minimumZoom512), restriction.maximumZoom512)
    }
    camera.center = center
    camera.padding = padding
    // A corner exactly beside the camera has no position on the screen.
    guard camera.isValid else { throw .behindCamera }
    return camera
  }
}
