import Foundation
import OvertileBundleFormat
import OvertileConfiguration
import OvertileCore

/// Keeps the counts of a run and reports its progress to the observer.
struct RunLog {
  private let observe: BuildObserver
  private let configuration: PipelineConfiguration
  private let clock = Stopwatch()
  private var stage: BuildStage?
  private var stageClock = Stopwatch()
  private var report: BuildReport
  private var bytesBefore: UInt64 = 0
  private var featuresBefore = 0
  private var inputBytes: UInt64?
  private var layerReports: [Int: BuildReport.Layer] = [:]
  /// By source: the values of its features for the properties that the configuration names.
  private(set) var censuses: [String: PropertyCensus] = [:]
  private let zoomTotal: UInt64

  /// Begins the counts of a run.
  init(
    _ configuration: PipelineConfiguration, threads: Int, memory: MemoryBound? = nil, _ observe: @escaping BuildObserver
  ) {
    self.configuration = configuration
    self.observe = observe
    report = BuildReport(bundle: "", name: configuration.name)
    report.threads = threads
    report.memoryBoundBytes = memory?.bytes
    zoomTotal = UInt64(Set(configuration.layers.flatMap { Array($0.zooms) }).count)
  }

  // MARK: Stages

  /// Begins a stage, and ends the one before.
  mutating func begin(_ stage: BuildStage) {
    endStage()
    self.stage = stage
    stageClock = Stopwatch()
    observe(.began(stage))
  }

  /// Reports the progress of reading the current source.
  func read(bytes: UInt64, features: Int) {
    observe(
      .progress(
        BuildProgress(
          stage: .read, done: bytesBefore + bytes, total: inputBytes, unit: "bytes",
          items: UInt64(featuresBefore + features), itemName: "features")))
  }

  /// Reports the progress of the tiles.
  func tiles(zooms: Int, tiles: Int) {
    observe(
      .progress(
        BuildProgress(
          stage: .tiles, done: UInt64(zooms), total: zoomTotal, unit: "zooms", items: UInt64(tiles), itemName: "tiles"))
    )
  }

  /// Sets the totals known before anything is read: the bytes of the inputs, and the bytes that they hold if all are
  /// plain files.
  mutating func expect(_ sources: [PlannedSource]) {
    let inputs = sources.flatMap(\.inputs)
    let files = inputs.compactMap(\.file)
    guard files.count == inputs.count else { return }
    let sizes = files.map { path in
      (try? FileManager.default.attributesOfItem(atPath: path)[.size] as? NSNumber)?.uint64Value ?? 0
    }
    inputBytes = files.contains { $0.hasSuffix(".gz") } ? nil : sizes.reduce(0, +)
  }

  private mutating func endStage() {
    guard let stage else { return }
    report.stageSeconds[stage.rawValue] = stageClock.seconds
  }

  // MARK: Counts

  /// Adds the counts of a source, and the entries of the ledger so far.
  mutating func add(_ output: SourceReader.Output, of source: PlannedSource, _ totals: [LedgerTotal.Key: Int]) {
    report.sources.append(output.report)
    if !output.commands.isEmpty { report.commands = (report.commands ?? []) + output.commands }
    report.ledgerTotals = LedgerTotal.sorted(totals)
    bytesBefore += output.report.bytes
    featuresBefore += output.report.read
    for (index, layer) in zip(source.layerIndices, output.layers) { layerReports[index] = layer }
    for warning in output.warnings { warn(warning) }
    censuses[source.name] = output.census
    diagnose(output.diagnostics)
  }

  /// Keeps what was joined in a layer for the report.
  mutating func note(_ snapping: BuildReport.Snapping?, ofLayer index: Int) { layerReports[index]?.snapping = snapping }

  /// Counts the features of a layer that are left out since they repeat others.
  mutating func noteDropped(_ repeats: BuiltLayer.Repeats, ofLayer index: Int) {
    layerReports[index]?.rejected += repeats.droppedRows.count
    layerReports[index]?.accepted -= repeats.droppedRows.count
    layerReports[index]?.items -= repeats.droppedItems
  }

  /// Warns of properties that the configuration names and no feature of a source has, except those that data errors
  /// name; returns the data errors of the source.
  mutating func judgeProperties(of source: PlannedSource, _ errors: DataErrors) -> [Diagnostic] {
    guard let census = censuses[source.name], report.sources.last?.read ?? 0 > 0 else { return [] }
    let found = errors.diagnostics(of: source.name, file: configuration.file, properties: censuses)
    let named = source.namedProperties.filter { property in
      !found.contains { $0.property == property.name && $0.layers == [property.layer] }
    }
    diagnose(census.diagnostics(named, source: source.name, file: configuration.file))
    return found
  }

  /// Keeps a diagnostic for the report, and reports it as a warning.
  mutating func diagnose(_ diagnostics: [Diagnostic]) {
    for diagnostic in diagnostics {
      report.diagnostics?.append(diagnostic)
      report.warnings.append(diagnostic.line)
      observe(.diagnostic(diagnostic))
    }
  }

  /// Reports a warning, and keeps it for the report.
  mutating func warn(_ text: String) {
    report.warnings.append(text)
    observe(.warning(text))
  }

  /// Notes that nothing is written.
  mutating func noteDryRun() { report.dryRun = true }

  /// The counts so far; those of layers after `reconcile`.
  var currentReport: BuildReport { report }

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

  /// Puts features that no zoom shows into the ledger, and checks that nothing is unaccounted for.
  ///
  /// - Throws: `PipelineError.inconsistent` if the counts do not agree.
  mutating func reconcile(
    _ tiles: TileStage.Result, neverShown: [[UInt32]], _ origins: [RowOrigins], _ sources: [PlannedSource],
    _ surveys: [LayerSurvey],
    bounds: [[Double]?], _ ledger: inout Ledger
  ) throws {
    let read = Dictionary(report.sources.map { ($0.name, $0.read) }) { first, _ in first }
    for (index, layer) in configuration.layers.enumerated() {
      guard var layerReport = layerReports[index] else {
        throw PipelineError.inconsistent("layer \"\(layer.name.value)\" has no counts; this is a bug in overtile")
      }
      for row in neverShown[index] {
        try ledger.add(
          try origins[index].entry(
            row, code: .neverShown,
            reason: "no zoom shows the feature: it is too small, too large, or beyond the edge of the map",
            layer: layer, sources
          ))
      }
      layerReport.rejected += neverShown[index].count
      layerReport.accepted -= neverShown[index].count
      layerReport.overlays = tiles.zooms[index].last?.overlays ?? 0
      layerReport.items += origins[index].itemCount
      layerReport.zooms = tiles.itemCounts[index]
      layerReport.completeZoom = tiles.completeZooms[index]
      layerReport.bounds = bounds[index]
      let all = read[layerReport.source] ?? 0
      diagnose(surveys[index].diagnostics(layer, layerReport, read: all, in: configuration))
      if let stray = try surveys[index].exchangedPoints.diagnostic(layer, origins[index], sources) { diagnose([stray]) }
      report.layers.append(layerReport)
    }
    diagnose(ExchangedAxes.diagnostics(configuration, bounds: bounds))
    report.ledgerTotals = LedgerTotal.sorted(ledger.totals)
    try Reconciliation.check(report.sources, report.layers, report.ledgerTotals)
  }

  /// Completes the report.
  mutating func finish(
    _ manifest: BundleManifest, _ tiles: TileStage.Result, ledger: borrowing Ledger, bundle: URL
  ) -> BuildReport {
    endStage()
    report.bundle = bundle.path
    report.software = manifest.software
    report.tiles = manifest.files.compactMap(\.tiles).reduce(0, +)
    report.bytes = manifest.files.map(\.bytes).reduce(0, +)
    report.largeTiles = tiles.sizes.largeTiles
    report.tileStatistics = tiles.sizes.statistics
    report.compressions = tiles.compressions
    report.adviseZooms()
    take(ledger)
    measure()
    return report
  }

  /// The report of a run that failed, with its counts so far.
  mutating func fail(_ failure: PipelineError, ledger: borrowing Ledger) -> BuildReport {
    report.failure = failure.description
    report.ledgerTotals = LedgerTotal.sorted(ledger.totals)
    take(ledger)
    return stopped()
  }

  private mutating func take(_ ledger: borrowing Ledger) {
    report.ledger = ledger.counts
    report.ledgerExamples = Dictionary(uniqueKeysWithValues: ledger.examples.map { ($0.key.rawValue, $0.value) })
    report.ledgerFile = ledger.file
    report.repairs = ledger.repairs
    (report.ledgerFeatures, report.rejectedFeatures) = (ledger.featureCounts, ledger.rejectedFeatures)
    let errors = ledger.errors.diagnostics(file: configuration.file, properties: censuses)
    report.diagnostics?.append(contentsOf: errors)
    report.quarantined = ledger.quarantined
    for warning in ledger.warnings { warn(warning) }
  }

  /// The counts so far of a run that ends without a bundle: sources that were read to their end, the features of their
  /// layers, and the gates if they were judged.
  mutating func stopped() -> BuildReport {
    endStage()
    if report.layers.isEmpty { report.layers = layerReports.sorted { $0.key < $1.key }.map(\.value) }
    measure()
    return report
  }

  private mutating func measure() {
    report.seconds = clock.seconds
    report.peakMemoryBytes = ResidentMemory.peakBytes
  }
}
