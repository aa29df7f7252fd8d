import Foundation
import OvertileBundleFormat
import OvertileLayers
import OvertileReading

/// The counts of a bundle that is made.
extension RunLog {
  /// Puts features that no zoom shows into the ledger, and checks that nothing is unaccounted for.
  ///
  /// - Throws: `PipelineError.inconsistent` if the counts do not agree.
  mutating func reconcile(
    _ tiles: TileStage.Result, _ drawn: borrowing DrawnLayers, _ ledger: inout Ledger
  ) throws {
    let read = Dictionary(report.sources.map { ($0.name, $0.read) }) { first, _ in first }
    for (index, layer) in configuration.layers.enumerated() {
      guard var layerReport = layerReports[index] else {
        throw PipelineError.inconsistent("layer \"\(layer.name.value)\" has no counts; this is a bug in overtile")
      }
      let (origins, hidden) = (drawn.origins[index], drawn.layers[index].neverShown.rows)
      for row in hidden {
        try ledger.add(
          origins.entry(
            row, code: .neverShown,
            reason: "no zoom shows the feature: it is too small, too large, or beyond the edge of the map",
            layer: layer, drawn.sources))
      }
      layerReport.rejected += hidden.count
      layerReport.accepted -= hidden.count
      layerReport.overlays = tiles.layers[index].last?.counts.overlays ?? 0
      layerReport.items += origins.itemCount
      layerReport.zooms = tiles.layers[index].map(\.itemCounts)
      layerReport.completeZoom = tiles.completeZooms[index]
      layerReport.bounds = drawn.cameras.extents[index]
      let (survey, all) = (drawn.surveys[index], read[layerReport.source] ?? 0)
      let warnings = [
        LayerSurvey.emptiness(of: layer, layerReport, read: all, in: configuration), survey.nullIsland(layer),
        try survey.exchangedPoints.diagnostic(layer, origins, drawn.sources),
      ]
      diagnose(warnings.compactMap(\.self))
      report.layers.append(layerReport)
    }
    diagnose(ExchangedAxes.diagnostics(configuration, bounds: drawn.cameras.extents))
    report.ledgerTotals = LedgerTotal.sorted(ledger.totals)
    try Reconciliation.check(report.sources, report.layers, report.ledgerTotals)
  }

  /// Keeps the digest of the new bundle, and whether it is that of the bundle at its path.
  mutating func compare(_ manifest: BundleManifest, with old: String?) {
    (report.digest, report.unchanged) = (manifest.digest, manifest.digest == old)
  }

  /// Keeps the verdicts of the gates, and reports those that did not pass, or could not be judged for a notable reason.
  mutating func judged(_ verdicts: [GateVerdict]) {
    report.gates = verdicts
    for verdict in verdicts where verdict.outcome == .failed || verdict.outcome == .accepted { observe(.gate(verdict)) }
    for verdict in verdicts {
      guard let reason = verdict.reason, reason != GateStage.firstBuild else { continue }
      report.warnings.append(verdict.warning)
      // A dry run publishes nothing, and always leaves some gates out.
      observe(report.dryRun == true ? .warning(verdict.warning) : .unjudged(verdict))
    }
  }

  /// Completes the report.
  mutating func finish(
    _ manifest: BundleManifest, _ tiles: TileStage.Result, ledger: borrowing Ledger, bundle: URL
  ) -> BuildReport {
    endStage()
    report.bundle = bundle.path
    report.software = manifest.software
    (report.tiles, report.bytes) = (manifest.tileCount, manifest.byteCount)
    report.largeTiles = tiles.sizes.largeTiles
    report.tileStatistics = tiles.sizes.statistics
    report.compressions = tiles.compressions
    report.adviseZooms()
    take(ledger)
    measure()
    return report
  }
}
