import Foundation
import OvertileBundleFormat
import OvertileConfiguration
import OvertileLayers
import OvertileReading

/// Writes the members of cluster layers into a bundle.
enum MembersFiles {
  /// Writes one file per cluster layer of a configuration that keeps members.
  static func write(
    _ layers: [any OverlayLayer], of configuration: PipelineConfiguration, into folder: URL,
    _ cancellation: Cancellation
  ) throws -> [BundleManifest.File] {
    try zip(configuration.layers, layers).compactMap { layer, overlays in
      guard case .cluster(let options) = layer.kind, options.members != .none,
        let clusters = overlays as? ClusterOverlays
      else { return nil }
      try cancellation.check()
      let name = BundleFileName.members(of: layer.name.value)
      let url = folder.appendingPathComponent(name)
      try clusters.writeMembers(withProperties: options.members == .full, to: url)
      var file = BundleManifest.File(path: name, role: .members, try ContentDigest.file(url.path))
      file.layer = layer.name.value
      return file
    }
  }
}
