import Foundation
import OvertileBundleFormat
import OvertileConfiguration

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

/// Numbers in verdicts.
enum GateText {
  /// "1 tile", "28298 tiles".
  static func count(_ value: UInt64, _ unit: String) -> String { "\(value) \(unit)\(value == 1 ? "" : "s")" }

  /// A part of a whole in percent, to four decimals.
  static func percent(_ part: UInt64, of whole: UInt64) -> String {
    guard whole > 0 else { return part == 0 ? "0%" : "from nothing" }
    return number(Double(part) / Double(whole) * 100) + "%"
  }

  /// A number with four decimals at the most.
  static func number(_ value: Double) -> String {
    let rounded = (value * 10_000).rounded() / 10_000
    return Int64(exactly: rounded).map { "\($0)" } ?? "\(rounded)"
  }
}
