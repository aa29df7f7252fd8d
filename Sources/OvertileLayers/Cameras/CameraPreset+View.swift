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
    let restriction = limits.map { CameraRestriction($0) }
    var fit = CameraFit(in: viewport)
    fit.padding = insets
    fit.bearing = bearingDegrees
    fit.pitch = min(max(pitchDegrees, restriction?.minimumPitch ?? 0), restriction?.maximumPitch ?? 85)
    fit.maximumZoom512 = min(zoom512(maxZoom), restriction?.maximumZoom512 ?? 64)
    fit.zoomSnap = zoomSnap
    var camera = try fit.camera(showing: target)
    if let restriction {
      let kept = try camera.restricted(to: restriction, in: viewport)
      if kept.center != camera.center || kept.zoom512 > camera.zoom512 {
        warn("viewport \"\(size.name)\": `restrict` leaves part of the target outside the padded view")
      }
      camera = kept
    }
    return try BundleManifest.CameraView(camera, in: viewport, named: size.name, padding: insets)
  }

  /// The limits as in the manifest, zooms in tiles of 512 points.
  package var limits: BundleManifest.CameraLimits? {
    restriction.map { restriction in
      var limits = BundleManifest.CameraLimits()
      limits.bounds = restriction.bounds.map { [$0.west, $0.south, $0.east, $0.north] }
      limits.minZoom = restriction.minZoom.map(zoom512)
      limits.maxZoom = restriction.maxZoom.map(zoom512)
      limits.minPitch = restriction.minPitchDegrees
      limits.maxPitch = restriction.maxPitchDegrees
      return limits
    }
  }

  private var insets: ScreenPadding {
    ScreenPadding(top: padding.top, left: padding.left, bottom: padding.bottom, right: padding.right)
  }

  /// A zoom of the configuration as one of tiles of 512 points.
  private func zoom512(_ zoom: Double) -> Double {
    Zoom(level: zoom, tileSize: Double(tileSizePoints)).z512
  }
}
