import MapMath
import OvertileBundleFormat
import OvertileConfiguration

extension CameraPreset {
  /// The camera that shows a target in one of the preset's viewports, within its restriction.
  ///
  /// The pitch and the greatest zoom are held to the restriction before fitting, so the fit is not affected by them.
  ///
  /// - Parameter warn: called when the restriction keeps part of the target out of the padded view.
  func view(
    of target: CameraTarget, in size: Viewport, warn: (String) -> Void
  ) throws(CameraError) -> BundleManifest.CameraView {
    let viewport = MapViewport(width: Double(size.width), height: Double(size.height))
    let restriction = restriction.map { CameraRestriction($0) }
    var fit = CameraFit(in: viewport)
    fit.padding = padding
    fit.bearing = bearingDegrees
    fit.pitch = min(max(pitchDegrees, restriction?.minimumPitch ?? 0), restriction?.maximumPitch ?? 85)
    fit.maximumZoom512 = min(maxZoom512, restriction?.maximumZoom512 ?? 64)
    fit.zoomSnap = zoomSnap
    var camera = try fit.camera(showing: target)
    if let restriction {
      let kept = try camera.restricted(to: restriction, in: viewport)
      if kept.center != camera.center || kept.zoom512 > camera.zoom512 {
        warn("viewport \"\(size.name)\": `restrict` leaves part of the target outside the padded view")
      }
      camera = kept
    }
    return try BundleManifest.CameraView(camera, in: viewport, named: size.name, padding: padding)
  }
}
