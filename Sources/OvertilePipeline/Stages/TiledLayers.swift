import OvertileBundleFormat
import OvertileLayers
import OvertileReading

/// The layers with their tiles, made or only counted.
///
/// Made by a `BundleOutput`; `sealed` reconciles the counts.
struct TiledLayers: ~Copyable {
  let drawn: DrawnLayers
  let tiles: TileStage.Result
  let members: [BundleManifest.File]
  let header: BundleHeader

  /// The manifest, once every feature is accounted for.
  ///
  /// - Throws: `PipelineError.inconsistent` if the counts do not agree.
  consuming func sealed(_ run: inout BuildRun) throws -> SealedBundle {
    try run.log.reconcile(tiles, drawn, &run.ledger)
    let manifest = try header.manifest(tiles, members: members, drawn).sealed()
    try BundleSizes.check(BundleManifest.fileName, manifest.encoded().count, most: BundleSizes.manifest)
    return SealedBundle(manifest: manifest, layers: drawn.layers, tiles: tiles)
  }
}

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
