import Configuration
import OverlayBundle
import Publishing

extension PipelineBuild {
  /// Reads and judges everything that a build would, and writes nothing: no lock, no staging, no ledger, no report.
  ///
  /// The overlays of every zoom are made and counted, so the books and the ledger's totals are those of a build; tiles
  /// are not, so gates on tiles and bytes are not judged. The lock is not asked for: another run may be under way.
  ///
  /// - Throws: what a build would, except where tiles, the disk or the lock stop it.
  func judge(_ run: inout RunLog) throws -> BuildReport {
    run.noteDryRun()
    let places = try places()
    let sources = try PlannedSource.all(avoiding: places, commands)
    try places.refuseForeign()
    for warning in sources.flatMap(\.warnings) { run.warn(warning) }
    run.diagnose(sources.flatMap(\.diagnostics))
    run.diagnose(ConfigurationWarnings.diagnostics(configuration))
    let target = OutputPlace(configuration)
    try StagedBundle.probe(target.target, target.publication)
    let gates = try GateStage(configuration, options.gates, target, isDryRun: true)
    var ledger = Ledger(
      target, quarantines: Quarantine.all(configuration.sources, place: target, isKept: false), isKept: false)

    run.begin(.read)
    run.expect(sources)
    var rows = try read(sources, &ledger, &run)

    run.begin(.overlays)
    let origins = rows.map { RowOrigins($0) }
    let configuration = try zoomsSettled(rows)
    let cameras = try CameraStage(configuration: configuration).run(rows)
    for warning in cameras.warnings { run.warn(warning) }
    let surveys = rows.map(LayerSurvey.init)
    let (layers, features) = try overlays(configuration, &rows, origins, sources, &ledger, &run)
    let census = try TilePlan(
      layers, grid: grid, encoding: configuration.output.tileFormat, gzipLevel: configuration.output.level
    ).census(cancellation)
    try run.balance(census, origins, sources, surveys, bounds: cameras.extents, &ledger)

    let manifest = try BundleHeader(configuration, layers: layers).manifest(
      census, members: [], sources: sources, features: features, cameras: cameras)
    let verdicts = gates.verdicts(manifest, layers, books: run.books)
    run.judged(verdicts)
    try cancellation.check()
    if let refusal = gates.refusal(verdicts, new: manifest) { throw PipelineError.badData(refusal) }
    return run.finish(manifest, census, ledger: ledger, bundle: target.bundle)
  }
}
