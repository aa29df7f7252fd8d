import Foundation
import OvertileBundleFormat
import OvertileConfiguration
import OvertileLayers
import OvertileReading

/// The input of the gates: the bundle that is being replaced, the new one, and the counts of the run.
struct GateComparison {
  /// The configured gates.
  let limits: GateConfiguration
  /// The folder of the old bundle.
  let oldFolder: URL
  /// The old bundle's manifest; the new one's where a gate does not compare.
  let old: BundleManifest
  /// The new bundle's manifest.
  let new: BundleManifest
  /// The new overlays, in the order of the configuration.
  let overlays: [any OverlayLayer]
  /// The counts of the run.
  let report: BuildReport

  /// The layers that both bundles have, in the order of the new one.
  var commonLayers: [(old: BundleManifest.Layer, new: BundleManifest.Layer)] {
    new.layers.compactMap { layer in old.layers.first { $0.id == layer.id }.map { ($0, layer) } }
  }

  /// A number of an old manifest, whose content is not trusted, as a count.
  static func count(_ value: Int) -> UInt64 { UInt64(min(max(value, 0), Int(UInt32.max))) }
}
