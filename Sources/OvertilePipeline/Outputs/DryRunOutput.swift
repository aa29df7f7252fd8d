import Foundation
import OvertilePublishing

/// Says what would come of a bundle, and writes nothing: no lock, no staging, no ledger, no report.
///
/// The overlays of every zoom are made and counted, so the counts and the ledger's totals are those of a build; tiles are
/// not, so gates on tiles and bytes are not judged. The lock is not asked for: another run may be under way.
struct DryRunOutput: BundleOutput, ~Copyable {
  private let target: OutputPaths
  private let gates: GateStage

  /// Looks whether a build could write. What memory does not hold goes to files without a name among the system's temporary
  /// ones.
  ///
  /// - Throws: what a build would, except where the disk or the lock stop it.
  init(_ planned: PlannedRun, _ run: inout BuildRun) throws {
    target = planned.target
    try StagedBundle.probe(target.target, target.publication)
    gates = try GateStage(run.configuration, run.options.gates, target, isDryRun: true)
    let quarantines = Quarantine.all(run.configuration.sources, paths: target, isKept: false)
    run.ledger = Ledger(target, quarantines: quarantines, isKept: false)
    run.memory.spill(into: FileManager.default.temporaryDirectory)
    run.log.noteDryRun()
  }

  borrowing func tiled(_ drawn: consuming DrawnLayers, _ run: inout BuildRun) throws -> TiledLayers {
    let header = try BundleHeader(drawn.configuration, layers: drawn.layers)
    let census = try run.plan(drawn.layers).census(run.cancellation)
    return drawn.tiled(census, members: [], header: header)
  }

  borrowing func commit(_ bundle: consuming SealedBundle, _ run: inout BuildRun) throws -> BuildReport {
    let rejection = bundle.rejection(by: gates, &run)
    try run.cancellation.check()
    if let rejection { throw PipelineError.badData(rejection) }
    return bundle.report(&run, bundle: target)
  }

  borrowing func failed(_ failure: PipelineError, _ run: inout BuildRun) -> PipelineError { failure }
}
