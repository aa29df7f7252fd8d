import Foundation
import OvertileBundleFormat
import OvertileConfiguration
import OvertileLayers
import OvertileReading

/// Writes the members of cluster layers into a bundle.
struct MembersFiles {
  private let configuration: PipelineConfiguration

  /// Prepares the members of a run.
  init(_ configuration: PipelineConfiguration) {
    self.configuration = configuration
  }

  /// Writes one file per cluster layer that keeps members.
  func write(
    _ layers: [any OverlayLayer], into folder: URL, cancellation: Cancellation
  ) throws -> [BundleManifest.File] {
    var files: [BundleManifest.File] = []
    for (layer, overlays) in zip(configuration.layers, layers) {
      guard case .cluster(let options) = layer.kind, options.members != .none,
        let clusters = overlays as? ClusterOverlays
      else { continue }
      try cancellation.check()
      let name = BundleFileName.members(of: layer.name.value)
      let url = folder.appendingPathComponent(name)
      try clusters.writeMembers(withProperties: options.members == .full, to: url)
      var file = BundleManifest.File(path: name, role: .members, try FileDigest.file(url.path))
      file.layer = layer.name.value
      files.append(file)
    }
    return files
  }
}
