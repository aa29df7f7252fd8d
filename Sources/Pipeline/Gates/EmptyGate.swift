import Configuration
import Foundation
import OverlayBundle

/// `empty`: the bundle has a feature. Holds by itself at the first build, where no other gate could notice.
enum EmptyGate {
  /// The verdict on the bundle as a whole; layers without features are for `LayerSurvey` to tell.
  static func verdict(_ comparison: GateComparison) -> GateVerdict {
    let layers = comparison.new.layers
    let features = layers.reduce(UInt64(0)) { $0 + GateComparison.count($1.features) }
    let count = GateText.count(features, "feature")
    return GateVerdict(
      .empty, layer: nil, old: nil, new: "\(count) in \(GateText.count(UInt64(layers.count), "layer"))", change: nil,
      limit: GateConfiguration.emptyLimit, passes: features > 0)
  }

  /// The gate, where it holds though nobody configured it and does not pass: only then it is worth a line.
  static func namesByItself(
    _ gates: GateConfiguration, _ manifest: BundleManifest, isFirst: Bool
  ) -> [GateName] {
    isFirst && gates.empty == nil && manifest.layers.allSatisfy { $0.features <= 0 } ? [.empty] : []
  }

  /// Why a build would not be published, where no source gives its layers a feature; nil where it would be.
  static func failure(_ findings: [PipelineCheck.Finding], of configuration: PipelineConfiguration) -> String? {
    let manifest = OutputPlace(configuration).bundle.appendingPathComponent(BundleManifest.fileName)
    let holds =
      configuration.gates.empty.map { $0 == .fail } ?? !FileManager.default.fileExists(atPath: manifest.path)
    guard holds, findings.allSatisfy(\.isEmpty) else { return nil }
    return "gate empty: no layer has a feature, so a build would not be published; \(advice)"
  }

  /// What to do about it.
  static let advice =
    "the warnings say why each layer is empty; where that is right, write gates: {empty: warn}, or pass"
}
