import OvertileConfiguration
import OvertileLayers
import OvertileReading

/// The presets that frame features of a source's layers, until one of these features is found: a build ends if any
/// preset is left.
struct UnframedCameras {
  private struct Preset {
    var camera: CameraPreset
    /// The layer, by its index among the source's.
    var layer: Int
    /// The column that says which features count; nil where all do.
    var column: Int?
  }

  private var presets: [Preset] = []

  /// All presets of a source.
  init(_ source: PlannedSource, _ configuration: PipelineConfiguration) throws {
    for camera in configuration.cameras {
      guard case .layer(let name, _) = camera.target,
        let layer = source.layers.firstIndex(where: { $0.layer.name.value == name.value })
      else { continue }
      let column = try ExtraColumns(source.layers[layer].layer).cameraColumn(camera.name.value)
      presets.append(Preset(camera: camera, layer: layer, column: column))
    }
  }

  /// Whether each of them has a feature.
  var isEmpty: Bool { presets.isEmpty }

  /// Drops those that show a feature of a slice. O(rows) for each that is left.
  mutating func take(_ layers: [SourceWorker.LayerOutcome]) {
    presets.removeAll { preset in
      let rows = layers[preset.layer].rows
      guard let column = preset.column else { return rows.count > 0 }
      return rows.extras[column].contains { $0 != LayerRows.noValue }
    }
  }

  /// The reason that a build would end: the first of those that are left, by name.
  func failure(_ stage: CameraStage) -> String? {
    presets.map(\.camera).min { $0.name.value.utf8.lexicographicallyPrecedes($1.name.value.utf8) }
      .flatMap(stage.failure)
  }
}
