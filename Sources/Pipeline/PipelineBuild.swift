import Configuration
import Foundation
import OverlayBundle
import Publishing
import TileArchive

/// One run: from a configuration to a published bundle. The composition of all stages, from top to bottom.
public struct PipelineBuild {
  let configuration: PipelineConfiguration
  let cancellation: Cancellation
  let work: OrderedWork
  let memory: MemoryWatch
  let grid: TileGrid
  private(set) var options: BuildOptions

  /// Prepares a run; nothing is read yet.
  public init(
    _ configuration: PipelineConfiguration, options: BuildOptions = BuildOptions(),
    cancellation: Cancellation = Cancellation()
  ) {
    self.configuration = configuration
    self.options = options
    self.cancellation = cancellation
    memory = MemoryWatch(options.memory)
    work = OrderedWork(
      threads: configuration.threads ?? ProcessInfo.processInfo.activeProcessorCount, cancellation: cancellation,
      memory: memory)
    grid = TileGrid(extent: configuration.output.extent, buffer: configuration.output.buffer)
  }

  /// Builds the bundle and puts it in its place.
  ///
  /// The bundle depends on the features and the configuration only. When anything fails, also a gate, the output is as
  /// it was. A dry run only says what would come of it.
  ///
  /// - Parameter observe: receives stages, progress and warnings, and the books of a run that fails, on this thread.
  /// - Returns: the books, sizes and times, which are also written beside the bundle.
  /// - Throws: `PipelineError`.
  public func run(_ observe: @escaping BuildObserver = { _ in }) throws -> BuildReport {
    var run = RunLog(configuration, threads: work.threads, memory: options.memory, observe)
    try memory.begin { [cancellation, cutOff = options.cutOff] failure in
      if cancellation.abandon() { cutOff(failure) }
    }
    defer { memory.rest() }
    do {
      return try options.isDryRun ? judge(&run) : build(&run)
    } catch {
      observe(.stopped(run.stopped()))
      throw PipelineError(error)
    }
  }

  private func build(_ run: inout RunLog) throws -> BuildReport {
    let places = try places()
    let sources = try PlannedSource.all(avoiding: places, commands)
    try places.refuseForeign()
    for warning in sources.flatMap(\.warnings) { run.warn(warning) }
    run.diagnose(sources.flatMap(\.diagnostics))
    run.diagnose(ConfigurationWarnings.diagnostics(configuration))
    let target = OutputPlace(configuration)
    let traces = cancellation.traces
    let staged = try StagedBundle(
      target: target.target, publication: target.publication, mode: target.mode, takingUp: options.resumes,
      traces: traces)
    places.removeAbandoned()
    var ledger = Ledger(
      target, quarantines: Quarantine.all(configuration.sources, place: target, traces: traces), traces: traces)
    do {
      return try build(sources, in: staged, for: target, places, &ledger, &run)
    } catch {
      throw FailedRun(target).leave(PipelineError(error), &ledger, &run)
    }
  }

  private func build(
    _ sources: [PlannedSource], in staged: borrowing StagedBundle, for target: OutputPlace, _ places: RunPlaces,
    _ ledger: inout Ledger, _ run: inout RunLog
  ) throws -> BuildReport {
    let gates = try GateStage(configuration, options.gates, target)
    memory.spill(into: staged.folder)

    run.begin(.read)
    run.expect(sources)
    var rows = try read(sources, &ledger, &run)

    run.begin(.overlays)
    let order = FeatureSetDigest.ordered(rows)
    let origins = rows.map { RowOrigins($0) }
    let configuration = try zoomsSettled(rows)
    let cameras = try CameraStage(configuration: configuration).run(rows)
    for warning in cameras.warnings { run.warn(warning) }
    let surveys = rows.map(LayerSurvey.init)
    let (layers, features) = try overlays(configuration, &rows, origins, sources, &ledger, &run)

    run.begin(.tiles)
    let journal = try self.journal(in: staged.folder, rows: order, sources)
    let members = SideTask { [cancellation, folder = staged.folder] in
      try MembersFiles(configuration).write(layers, into: folder, cancellation: cancellation)
    }
    // Nothing is removed under a thread that still writes.
    defer { members.wait() }
    let header = try BundleHeader(configuration, layers: layers)
    let tiles = try TileStage(
      plan: TilePlan(
        layers, grid: grid, encoding: configuration.output.tileFormat, gzipLevel: configuration.output.level),
      output: configuration.output, work: work, journal: journal
    ).write(into: staged.folder, summary: header.summary) { zooms, tiles in run.tiles(zooms: zooms, tiles: tiles) }

    run.begin(.publish)
    try run.balance(tiles, origins, sources, surveys, bounds: cameras.extents, &ledger)
    let manifest = try header.manifest(
      tiles, members: try members.value(), sources: sources, features: features, cameras: cameras
    ).sealed()
    try FileSystem.write(
      manifest.encoded(), to: staged.folder.appendingPathComponent(BundleManifest.fileName).path)
    let verdicts = gates.verdicts(manifest, layers, books: run.books)
    run.judged(verdicts)
    try staged.keep(only: Set(manifest.files.map(\.path) + [BundleManifest.fileName]))
    try cancellation.check()
    try memory.checkNow()
    if let refusal = gates.refusal(verdicts, new: manifest) {
      try gates.keep(staged, run.finish(manifest, tiles, ledger: ledger, bundle: target.bundle))
      throw PipelineError.badData(refusal)
    }
    // What came to stand there while the bundle was made stays, and the bundle as well.
    try places.refuseForeign()
    try ledger.prepare()
    try staged.publish()
    try ledger.publish()
    let report = run.finish(manifest, tiles, ledger: ledger, bundle: target.bundle)
    try target.write(report)
    try FailedRun(target).clear()
    return report
  }

  /// What the run does with the commands of its sources.
  var commands: CommandUse { CommandUse(permission: options.commands, registry: cancellation.commands) }

  /// Every place that the run writes.
  func places() throws -> RunPlaces {
    try RunPlaces(
      configuration, rejected: options.gates.rejectedPlace(OutputPlace(configuration)), metrics: options.metrics)
  }

  /// Whether the place of the metrics is no other one that the run writes, reads, or is told by.
  public var mayWriteMetrics: Bool {
    guard options.metrics != nil, (try? places()) == nil else { return true }
    var build = self
    build.options.metrics = nil
    return (try? build.places()) == nil
  }

  /// The list of finished zooms, where each zoom has an archive of its own.
  private func journal(in folder: URL, rows: String, _ sources: [PlannedSource]) throws -> ZoomJournal? {
    let isPerZoom = !ArchiveSet.isSingle(configuration.output)
    let work = try WorkDigest.digest(configuration, orderedRows: rows, sources: sources)
    let journal = try ZoomJournal(folder: folder, work: work, resumes: options.resumes && isPerZoom)
    return isPerZoom ? journal : nil
  }

  /// The overlays of all layers, without tiles and without a bundle: what a reader of the bundle must find in it.
  func producedLayers() throws -> [any OverlayLayer] {
    let sources = try PlannedSource.all(avoiding: try places(), commands)
    var ledger = Ledger(OutputPlace(configuration))
    var run = RunLog(configuration, threads: work.threads) { _ in }
    var rows = try read(sources, &ledger, &run)
    return try overlays(zoomsSettled(rows), &rows, rows.map { RowOrigins($0) }, sources, &ledger, &run).layers
  }

  /// Reads every source into the rows of its layers.
  func read(
    _ sources: [PlannedSource], _ ledger: inout Ledger, _ run: inout RunLog
  ) throws -> [LayerRows] {
    let inputs = InputStates(sources, checksContents: options.checksInputs)
    do {
      let rows = try readAll(sources, &ledger, &run)
      try inputs.check()
      return rows
    } catch PipelineError.cancelled {
      throw PipelineError.cancelled
    } catch {
      // A file that changes looks damaged as well; then that is the reason.
      try inputs.check()
      throw error
    }
  }

  private func readAll(
    _ sources: [PlannedSource], _ ledger: inout Ledger, _ run: inout RunLog
  ) throws -> [LayerRows] {
    var rows = try configuration.layers.map { layer in
      try LayerRows(extraColumns: try ExtraColumns(layer).columns.count, spilling: memory)
    }
    for source in sources {
      var own = source.layerIndices.map { rows[$0] }
      for index in source.layerIndices { rows[index] = .none }
      let before = rows.reduce(MemoryLoad()) { $0 + $1.load }
      let books = try SourceReader(source: source, work: work, commands: commands)
        .read(into: &own, ledger: &ledger) { progress in
          run.read(bytes: progress.bytes, features: progress.features)
          memory.note(readShare: run.readShare(storedBytes: progress.storedBytes), load: before + progress.load)
        }
      for (index, layerRows) in zip(source.layerIndices, own) { rows[index] = layerRows }
      run.add(books, of: source, ledger.totals)
      let errors = run.judgeProperties(of: source, ledger.errors)
      try Tolerance(source: source).check(books, errors)
      for (intake, tiles) in zip(source.layers, books.tiles) { try TileEstimate.check(tiles, of: intake.layer) }
    }
    for index in rows.indices { try rows[index].finish() }
    memory.note(readShare: nil, load: rows.reduce(MemoryLoad()) { $0 + $1.load })
    memory.giveBack()
    return rows
  }

  /// The configuration with a last zoom for every layer, now that the features are known.
  func zoomsSettled(_ rows: [LayerRows]) throws -> PipelineConfiguration {
    try AutomaticZooms(grid: grid, work: work, memory: memory, cancellation: cancellation).settled(configuration, rows)
  }

  /// Makes the overlays of every layer, and lets its rows go; also the digest of all features.
  func overlays(
    _ configuration: PipelineConfiguration, _ rows: inout [LayerRows], _ origins: [RowOrigins],
    _ sources: [PlannedSource], _ ledger: inout Ledger, _ run: inout RunLog
  ) throws -> (layers: [any OverlayLayer], features: String) {
    var layers: [any OverlayLayer] = []
    var digests: [(name: String, features: String)] = []
    for (index, layer) in configuration.layers.enumerated() {
      try cancellation.check()
      let built = try overlays(layer, &rows[index])
      rows[index] = .none
      memory.giveBack()
      for warning in built.warnings { run.warn(warning) }
      run.diagnose(built.diagnostics)
      for row in built.duplicateRows.sorted() {
        try ledger.add(
          origins[index].entry(
            row, code: .duplicateID,
            reason: "another feature has the same id; this one is shown under its own",
            layer: layer, sources))
      }
      layers.append(built.overlays)
      digests.append((layer.name.value, built.featureDigest))
    }
    return (layers, FeatureSetDigest.digest(digests))
  }

  func overlays(_ layer: LayerConfiguration, _ rows: inout LayerRows) throws -> BuiltLayer {
    switch layer.kind {
    case .cluster(let options):
      try ClusterLayerBuilder(layer: layer, cluster: options, grid: grid, memory: memory)
        .build(&rows, cancellation: cancellation)
    case .circle(let options):
      try CircleLayerBuilder(layer: layer, options: options, grid: grid, work: work).build(&rows)
    case .shape(let options):
      try ShapeLayerBuilder(layer: layer, options: options, grid: grid, work: work).build(&rows)
    }
  }
}
