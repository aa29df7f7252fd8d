import Foundation
import OvertileBundleFormat
import OvertileConfiguration

/// `empty`: the bundle has a feature. It is on by default at the first build, where no other gate could notice.
enum EmptyGate {
  /// The verdict on the bundle as a whole; `LayerSurvey` reports layers without features.
  static func verdict(_ comparison: GateComparison) -> GateVerdict {
    let layers = comparison.new.layers
    let features = layers.reduce(UInt64(0)) { $0 + GateComparison.count($1.features) }
    let count = GateText.count(features, "feature")
    return GateVerdict(
      .empty, layer: nil, old: nil, new: "\(count) in \(GateText.count(UInt64(layers.count), "layer"))", change: nil,
      limit: GateConfiguration.emptyLimit, passes: features > 0)
  }

  /// The gate, if it is on by default and does not pass: only then it is listed.
  static func namesByItself(
    _ gates: GateConfiguration, _ manifest: BundleManifest, isFirst: Bool
  ) -> [GateName] {
    isFirst && gates.empty == nil && manifest.layers.allSatisfy { $0.features <= 0 } ? [.empty] : []
  }

  /// The advice on a failure.
  static let advice =
    "the warnings say why each layer is empty; if that is right, write gates: {empty: warn} or gates: {empty: pass}"
}
