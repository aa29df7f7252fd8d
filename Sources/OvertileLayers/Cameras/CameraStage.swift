import MapMath
import OvertileBundleFormat
import OvertileConfiguration
import OvertileExpressions
import OvertileReading

/// The cameras of a bundle: the presets that the configuration names, and a default for every layer that is not empty.
///
/// They depend on the features and the configuration only, not on order or threads: extents and hulls are integers, and
/// the results are rounded; see `BundleManifest.CameraView`.
package struct CameraStage {
  private let configuration: PipelineConfiguration
  private var found = Result()
  private var presets: [BundleManifest.CameraPreset] = []

  init(_ configuration: PipelineConfiguration) { self.configuration = configuration }

  /// The side in points of the square view of default cameras: the narrowest that current phones have, so that every
  /// larger view shows as much.
  static let defaultSide = 320.0
  /// The points that default cameras keep free on all sides.
  static let defaultPadding = 20.0

  /// The cameras of the manifest.
  package struct Result {
    /// Per layer: its default camera; nil for an empty one.
    package var layers: [BundleManifest.CameraView?] = []
    /// Per layer: its extent, as the manifest states it; nil for an empty one.
    package var extents: [[Double]?] = []
    /// The presets by name; nil when there are none.
    package var presets: [BundleManifest.CameraPreset]?
    /// Warnings for the user.
    package var warnings: [String] = []
  }

  /// Adds the extent and the cameras of the next layer, from its rows without those that no zoom shows. O(points + vertices)
  /// for each preset.
  ///
  /// - Throws: `PipelineError.badData` when a preset matches no feature, `.configuration` when no camera fits.
  mutating func add(_ layer: LayerConfiguration, _ rows: LayerRows, without neverShown: NeverShown = .none) throws {
    let bounds = try LayerBounds(rows, layer, without: neverShown).bounds()
    found.extents.append(bounds.degrees)
    found.layers.append(try defaultCamera(layer, bounds))
    for preset in configuration.cameras {
      guard case .layer(let name, let filter) = preset.target, name.value == layer.name.value else { continue }
      let column = ExtraColumns(layer).cameraColumn(preset.name.value)
      let isIncluded = column.map { column in rows.extras[column].map { $0 != LayerRows.noValue } }
      let bounds = LayerBounds(rows, layer, where: isIncluded, without: neverShown)
      guard let arc = try bounds.bounds().arc else {
        let wanted = filter.map { " that matches the camera's filter \($0.canonicalText)" } ?? ""
        throw PipelineError.badData(location(preset) + "layer \"\(name.value)\" shows no feature\(wanted)")
      }
      var entry = try entry(preset, .mapPoints(try bounds.hull(in: arc)))
      (entry.layer, entry.features) = (name.value, bounds.featureCount)
      presets.append(entry)
    }
  }

  /// The cameras of the manifest, once all layers are added, in the order of the configuration.
  ///
  /// - Throws: `PipelineError.configuration` when no camera fits.
  mutating func result() throws -> Result {
    guard !configuration.cameras.isEmpty else { return found }
    for preset in configuration.cameras {
      guard case .bounds(let bounds) = preset.target else { continue }
      let target = CameraTarget.bounds(
        southwest: Coordinate(latitude: bounds.south, longitude: bounds.west),
        northeast: Coordinate(latitude: bounds.north, longitude: bounds.east))
      presets.append(try entry(preset, target))
    }
    found.presets = presets.sorted { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }
    return found
  }

  /// The camera that shows all of a layer upright, not closer than its last zoom.
  private func defaultCamera(_ layer: LayerConfiguration, _ bounds: WrappedBounds) throws -> BundleManifest.CameraView?
  {
    guard let rect = bounds.rect else { return nil }
    let viewport = MapViewport(width: Self.defaultSide, height: Self.defaultSide)
    var fit = CameraFit(in: viewport)
    fit.padding = ScreenPadding(all: Self.defaultPadding)
    fit.maximumZoom512 = Double(layer.zooms.upperBound)
    return try BundleManifest.CameraView(
      try fit.camera(showing: .rect(rect)), in: viewport, named: nil, padding: fit.padding)
  }

  private mutating func entry(
    _ preset: CameraPreset, _ target: CameraTarget
  ) throws -> BundleManifest.CameraPreset {
    var entry = BundleManifest.CameraPreset(name: preset.name.value)
    entry.restriction = preset.restriction
    entry.views = try preset.viewports.map { viewport in
      do throws(CameraError) {
        return try preset.view(of: target, in: viewport) { found.warnings.append(location(preset) + $0) }
      } catch let reason {
        throw PipelineError.configuration(location(preset) + "viewport \"\(viewport.name)\": \(reason)")
      }
    }
    return entry
  }

  private func location(_ preset: CameraPreset) -> String {
    "\(configuration.file):\(preset.name.position): camera \"\(preset.name.value)\": "
  }
}

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
