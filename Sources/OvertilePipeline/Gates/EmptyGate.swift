import Foundation
import OvertileBundleFormat
import OvertileConfiguration
import OvertileReading

/// `empty`: the bundle has a feature, and a layer that had features still has some. It is on by default at the first build,
/// where no other gate could notice, and where a layer has lost all its features.
enum EmptyGate {
  /// The verdict on the bundle as a whole, and on each layer that has become empty; `LayerSurvey` reports the others without
  /// features.
  static func verdicts(_ comparison: GateComparison) -> [GateVerdict] {
    let layers = comparison.new.layers
    let features = layers.reduce(UInt64(0)) { $0 + GateComparison.count($1.features) }
    let count = GateText.count(features, "feature")
    let whole = GateVerdict(
      .empty, new: "\(count) in \(GateText.count(UInt64(layers.count), "layer"))",
      limit: GateConfiguration.emptyLimit, passes: features > 0)
    return [whole]
      + emptied(comparison.new, since: comparison.old).map { old in
        GateVerdict(
          .empty, layer: old.id, old: GateText.count(GateComparison.count(old.features), "feature"), new: "0 features",
          change: "emptied", limit: GateConfiguration.emptyLimit, passes: false)
      }
  }

  /// The gate, if it is on by default and does not pass: only then it is listed. `layers: keep` judges emptied layers, too.
  static func namesByItself(
    _ gates: GateConfiguration, _ manifest: BundleManifest, old: BundleManifest?, isFirst: Bool
  ) -> [GateName] {
    guard gates.empty == nil else { return [] }
    let isEmptied = !gates.keepsLayers && old.map { !emptied(manifest, since: $0).isEmpty } ?? false
    return isEmptied || isFirst && manifest.layers.allSatisfy { $0.features <= 0 } ? [.empty] : []
  }

  /// The layers of an old bundle that had features and have none in a new one.
  private static func emptied(_ new: BundleManifest, since old: BundleManifest) -> [BundleManifest.Layer] {
    let empty = Set(new.layers.filter { $0.features <= 0 }.map(\.id))
    return old.layers.filter { $0.features > 0 && empty.contains($0.id) }
  }

  /// The advice on a failure.
  static let advice =
    "the warnings explain why a layer is empty; if that is expected, set gates: {empty: warn} or gates: {empty: pass}"
}
