import Foundation
import OvertileBundleFormat
import OvertileLayers
import OvertilePublishing
import OvertileReading
import OvertileTileArchive

/// Writes a bundle into a folder beside its target, and moves it there as a whole when its gates pass.
struct StagedOutput: BundleOutput, ~Copyable {
  private let paths: RunPaths
  private let target: OutputPaths
  private let gates: GateStage
  private let staged: StagedBundle

  /// Takes the lock, makes the folder, and begins ledger and quarantines.
  ///
  /// - Throws: `PublishingError`.
  init(_ planned: PlannedRun, _ run: inout BuildRun) throws {
    let (target, cleanup) = (planned.target, run.cancellation.cleanup)
    let staged = try StagedBundle(
      target: target.target, publication: target.publication, mode: target.mode, resumesUnfinished: run.options.resumes,
      cleanup: cleanup)
    planned.paths.removeAbandoned()
    run.ledger = Ledger(target, run.configuration.sources)
    let gates = try GateStage(run.configuration, run.options.gates, target)
    run.memory.spill(into: staged.folder)
    (paths, self.target, self.gates) = (planned.paths, target, gates)
    self.staged = staged
  }

  borrowing func tiled(_ drawn: consuming DrawnLayers, _ run: inout BuildRun) throws -> TiledLayers {
    run.log.begin(.tiles)
    let (configuration, folder, layers) = (drawn.configuration, staged.folder, drawn.layers)
    let work = try WorkDigest.digest(drawn)
    // Zooms are finished one by one where each has an archive of its own.
    let isPerZoom = !configuration.output.spansZooms
    let journal = try ZoomJournal(folder: folder, work: work, resumes: run.options.resumes && isPerZoom)
    let members = SideTask(run.work.pool) { [cancellation = run.cancellation] in
      try MembersFiles.write(layers, of: configuration, into: folder, cancellation)
    }
    // Nothing is removed while a thread still writes.
    defer { members.wait() }
    // The first archive is finished long after its tiles begin; under a bound the description is made before them.
    let header = SideTask(run.work.pool) { [extents = drawn.cameras.extents] in
      try BundleHeader(configuration, layers: layers, extents: extents)
    }
    if run.memory.bound != nil { header.wait() }
    let log = run.log
    let stage = TileStage(
      plan: TilePlan(layers, configuration.output), output: configuration.output, work: run.work,
      journal: isPerZoom ? journal : nil,
      made: try run.parts.flatMap { MadeTiles(try $0.tiles(of: work)) })
    let tiles = try stage.write(
      into: folder, summary: { try header.value().summary($0) },
      progress: { zooms, tiles in log.tiles(zooms: zooms, tiles: tiles) })
    run.log.begin(.publish)
    return TiledLayers(drawn: drawn, tiles: tiles, members: try members.value(), header: try header.value())
  }

  borrowing func commit(_ bundle: consuming SealedBundle, _ run: inout BuildRun) throws -> BuildReport {
    try NewFile(staged.folder.appendingPathComponent(BundleManifest.fileName).path).append(bundle.manifest.encoded())
    run.log.compare(bundle.manifest, with: (try? BundleManifest(bundle: target.bundle))?.digest)
    let rejection = bundle.rejection(by: gates, &run)
    try staged.keep(only: Set(bundle.manifest.files.map(\.path) + [BundleManifest.fileName]))
    try run.cancellation.check()
    try run.memory.check()
    if let rejection {
      try run.ledger.prepare()
      var report = bundle.report(&run, bundle: target)
      run.ledger.nameFailedFiles(in: &report)
      for warning in try gates.keep(staged, report) { run.log.warn(warning) }
      throw PipelineError.badData(rejection)
    }
    // Anything that appeared there while the bundle was made stays, and so does the bundle.
    try paths.rejectForeign()
    try run.ledger.prepare()
    let remains = try staged.publish()
    for warning in remains + [gates.clear()].compactMap(\.self) { run.log.warn(warning) }
    try run.ledger.publish()
    let report = bundle.report(&run, bundle: target)
    if let warning = try target.write(report) { run.log.warn(warning) }
    try OwnFile.remove(target.failed.report.path, .report)
    return report
  }

  borrowing func failed(_ failure: PipelineError, _ run: inout BuildRun) -> PipelineError {
    target.leave(failure, &run)
  }
}
