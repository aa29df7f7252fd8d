import OvertileBundleFormat

/// A bundle of which nothing changes any more: what its manifest says, and what gates look at beside it.
///
/// Made by `TiledLayers.sealed`; `BundleOutput.commit` publishes it, or does not.
struct SealedBundle: ~Copyable {
  /// The manifest with its own digest.
  let manifest: BundleManifest
  /// The overlays.
  let layers: [any OverlayLayer]
  /// The archives, and what each zoom shows.
  let tiles: TileStage.Result

  /// Judges the bundle by its gates, and tells the verdicts.
  ///
  /// - Returns: why it must not be published; nil where it may.
  borrowing func rejection(by gates: GateStage, _ run: inout BuildRun) -> String? {
    let verdicts = gates.verdicts(manifest, layers, report: run.log.currentReport)
    run.log.judged(verdicts)
    return gates.rejection(verdicts, new: manifest)
  }

  /// Completes the counts.
  borrowing func report(_ run: inout BuildRun, bundle: OutputPaths) -> BuildReport {
    run.log.finish(manifest, tiles, ledger: run.ledger, bundle: bundle.bundle)
  }
}
