import Foundation
import OvertileLayers
import OvertilePublishing
import OvertileReading

/// Previews a bundle, and writes nothing: no lock, no staging, no ledger, no report.
///
/// The overlays of every zoom are made and counted, so the counts and the ledger's totals are those of a build. Tiles
/// are not made, so gates on tiles and bytes are not judged. The lock is not requested: another run may be in progress.
struct DryRunOutput: BundleOutput, ~Copyable {
  private let target: OutputPaths
  private let gates: GateStage

  /// Checks whether a build could write. Data beyond the memory bound go to unnamed files in the system's temporary
  /// folder.
  ///
  /// - Throws: the errors of a build, except those of the disk and the lock.
  init(_ planned: PlannedRun, _ run: inout BuildRun) throws {
    target = planned.target
    try StagedBundle.rejectUnwritable(target.target, target.publication)
    gates = try GateStage(run.configuration, run.options.gates, target, isDryRun: true)
    run.ledger = Ledger(target, run.configuration.sources, isKept: false)
    run.memory.spill(into: FileManager.default.temporaryDirectory)
    run.log.report.dryRun = true
  }

  borrowing func tiled(_ drawn: consuming DrawnLayers, _ run: inout BuildRun) throws -> TiledLayers {
    let header = try BundleHeader(
      drawn.configuration, layers: drawn.layers, extents: drawn.cameras.extents)
    let census = try TilePlan(drawn.layers, drawn.configuration.output).census(run.cancellation)
    return TiledLayers(drawn: drawn, tiles: census, members: [], header: header)
  }

  borrowing func commit(_ bundle: consuming SealedBundle, _ run: inout BuildRun) throws -> BuildReport {
    let rejection = bundle.rejection(by: gates, &run)
    try run.cancellation.check()
    if let rejection { throw PipelineError.badData(rejection) }
    return bundle.report(&run, bundle: target)
  }

  borrowing func failed(_ failure: PipelineError, _ run: inout BuildRun) -> PipelineError { failure }
}
