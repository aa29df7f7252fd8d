import OvertileBundleFormat
import OvertileConfiguration
import OvertileCore

/// Keeps the counts of a run and reports its progress to the observer.
package struct RunLog {
  package let observe: BuildObserver
  package let configuration: PipelineConfiguration
  private let clock = Stopwatch()
  private var stage: BuildStage?
  private var stageClock = Stopwatch()
  /// The counts so far; those of layers after `reconcile`.
  package var report: BuildReport
  private var inputBytes: UInt64?
  package private(set) var layerReports: [Int: BuildReport.Layer] = [:]
  /// By source: the values of its features for the properties that the configuration names.
  private(set) var censuses: [String: PropertyCensus] = [:]
  private let zoomTotal: UInt64

  /// Begins the counts of a run.
  package init(
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
  package mutating func begin(_ stage: BuildStage) {
    endStage()
    self.stage = stage
    stageClock = Stopwatch()
    observe(.began(stage))
  }

  /// Reports the progress of reading the current source, of which so much has been read.
  func read(_ current: BuildReport.Source) {
    let all = report.sources.reduce(into: current) { $0 += $1 }
    progress(.read, all.bytes, of: inputBytes, "bytes", all.read, "features")
  }

  /// Reports the progress of the tiles.
  package func tiles(zooms: Int, tiles: Int) {
    progress(.tiles, UInt64(zooms), of: zoomTotal, "zooms", tiles, "tiles")
  }

  private func progress(
    _ stage: BuildStage, _ done: UInt64, of total: UInt64?, _ unit: String, _ items: Int, _ name: String
  ) {
    let items = UInt64(items)
    observe(.progress(BuildProgress(stage: stage, done: done, total: total, unit: unit, items: items, itemName: name)))
  }

  /// Sets the totals known before anything is read: the bytes of the inputs, and the bytes that they hold if all are
  /// plain files.
  package mutating func expect(_ sources: [PlannedSource]) {
    let inputs = sources.flatMap(\.inputs)
    let files = inputs.compactMap(\.file)
    guard files.count == inputs.count, !files.contains(where: { $0.hasSuffix(".gz") }) else { return }
    inputBytes = files.reduce(0) { $0 + UInt64(FileStamp($1)?.bytes ?? 0) }
  }

  package mutating func endStage() {
    guard let stage else { return }
    report.stageSeconds[stage.rawValue] = stageClock.seconds
  }

  // MARK: Counts

  /// Adds the counts of a source, and the entries of the ledger so far.
  package mutating func add(_ output: SourceOutput, of source: PlannedSource, _ totals: [LedgerTotal.Key: Int]) {
    report.sources.append(output.total.counts)
    if !output.commands.isEmpty { report.commands = (report.commands ?? []) + output.commands }
    report.ledgerTotals = LedgerTotal.sorted(totals)
    for (index, layer) in zip(source.layerIndices, output.total.layers) { layerReports[index] = layer.counts }
    for warning in output.warnings { warn(warning) }
    censuses[source.name] = output.total.census
    diagnose(output.diagnostics)
  }

  /// Keeps what was joined in a layer for the report, and counts the features that are left out since they repeat others.
  package mutating func note(
    _ snapping: BuildReport.Snapping?, dropped: (rows: Int, items: Int), ofLayer index: Int
  ) {
    layerReports[index]?.snapping = snapping
    layerReports[index]?.rejected += dropped.rows
    layerReports[index]?.accepted -= dropped.rows
    layerReports[index]?.items -= dropped.items
  }

  /// Warns of properties that the configuration names and no feature of a source has, except those that data errors
  /// name; returns the data errors of the source.
  mutating func judgeProperties(of source: PlannedSource, _ errors: DataErrors) -> [Diagnostic] {
    guard let census = censuses[source.name], report.sources.last?.read ?? 0 > 0 else { return [] }
    let found = errors.diagnostics(of: source.name, file: configuration.file, properties: censuses)
    diagnose(
      census.diagnostics(source.namedProperties, besides: found, source: source.name, file: configuration.file))
    return found
  }

  /// Keeps a diagnostic for the report, and reports it as a warning.
  package mutating func diagnose(_ diagnostics: [Diagnostic]) {
    for diagnostic in diagnostics {
      report.diagnostics?.append(diagnostic)
      report.warnings.append(diagnostic.line)
      observe(.diagnostic(diagnostic))
    }
  }

  /// Reports a warning, and keeps it for the report.
  package mutating func warn(_ text: String) {
    report.warnings.append(text)
    observe(.warning(text))
  }

  /// The report of a run that failed, with its counts so far.
  package mutating func fail(_ failure: PipelineError, ledger: borrowing Ledger) -> BuildReport {
    report.failure = failure.description
    report.ledgerTotals = LedgerTotal.sorted(ledger.totals)
    take(ledger)
    return stopped()
  }

  /// Takes the counts of the ledger, and warns. Called again if a gate fails, since the ledger then has other paths.
  package mutating func take(_ ledger: borrowing Ledger) {
    let isFirst = report.ledger.isEmpty
    report.ledger = ledger.counts
    report.ledgerExamples = Dictionary(uniqueKeysWithValues: ledger.examples.map { ($0.key.rawValue, $0.value) })
    report.repairs = ledger.repairs
    (report.ledgerFeatures, report.rejectedFeatures) = (ledger.featureCounts, ledger.rejectedFeatures)
    ledger.nameFiles(in: &report)
    guard isFirst else { return }
    let errors = ledger.errors.diagnostics(file: configuration.file, properties: censuses)
    report.diagnostics?.append(contentsOf: errors)
    for warning in ledger.warnings { warn(warning) }
  }

  /// The counts so far of a run that ends without a bundle: sources that were read to their end, the features of their
  /// layers, and the gates if they were judged.
  package mutating func stopped() -> BuildReport {
    endStage()
    if report.layers.isEmpty { report.layers = layerReports.sorted { $0.key < $1.key }.map(\.value) }
    measure()
    return report
  }

  package mutating func measure() {
    report.seconds = clock.seconds
    report.peakMemoryBytes = ResidentMemory.peakBytes
  }
}
