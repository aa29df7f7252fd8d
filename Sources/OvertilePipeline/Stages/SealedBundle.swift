import OvertileBundleFormat
import OvertileLayers
import OvertileReading

/// A bundle that no longer changes: its manifest, and the further input of the gates.
///
/// Made by `TiledLayers.sealed`; `BundleOutput.commit` publishes it, or does not.
struct SealedBundle: ~Copyable {
  /// The manifest with its own digest.
  let manifest: BundleManifest
  /// The overlays.
  let layers: [any OverlayLayer]
  /// The archives, and the items that each zoom shows.
  let tiles: TileStage.Result

  /// Judges the bundle by its gates, and reports the verdicts.
  ///
  /// - Returns: the reason that it must not be published; nil if it may.
  borrowing func rejection(by gates: GateStage, _ run: inout BuildRun) -> String? {
    let verdicts = gates.verdicts(manifest, layers, report: run.log.report)
    run.log.judged(verdicts)
    return gates.rejection(verdicts, new: manifest)
  }

  /// Completes the counts.
  borrowing func report(_ run: inout BuildRun, bundle: OutputPaths) -> BuildReport {
    run.log.finish(manifest, tiles, ledger: run.ledger, bundle: bundle.bundle)
  }
}
