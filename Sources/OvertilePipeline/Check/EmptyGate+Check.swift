import Foundation
import OvertileBundleFormat
import OvertileConfiguration
import OvertileReading

extension EmptyGate {
  /// The reason that a build would not be published because no source gives its layers a feature; nil where it would
  /// be.
  static func failure(_ findings: [PipelineCheck.Finding], of configuration: PipelineConfiguration) -> String? {
    let bundle = OutputPaths(configuration).bundle
    let holds =
      configuration.gates.empty.map { $0 == .fail }
      ?? (try? BundleManifest(intact: bundle))?.layers.contains { $0.features > 0 } ?? true
    guard holds, findings.allSatisfy(\.isEmpty) else { return nil }
    return "gate empty: no layer has any features, so a build would not be published; \(advice)"
  }
}
