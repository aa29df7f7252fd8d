import Foundation
import OvertileConfiguration
import OvertileCore
import OvertilePipeline

/// Shows the events of a run: a progress bar on a terminal, plain lines or JSON lines elsewhere; see `LogEvent`.
final class EventLog {
  private let options: LogOptions
  private var bar: ProgressBar?
  private var stage: BuildStage?
  /// Warnings that are held until the end of the run, where they are listed together.
  private var held: [Diagnostic] = []
  /// The warnings that --quiet holds back, which are told if a gate fails.
  private var quietly: [BuildEvent] = []
  private var hasFailedGate = false
  private var lastReport: BuildReport?
  private let clock = Stopwatch()
  private var lastLine: Stopwatch?

  /// The interval between progress lines, in seconds; the environment may set another.
  private let lineInterval: Double

  /// A log with the options' format.
  init(_ options: LogOptions) {
    self.options = options
    let seconds = ProcessInfo.processInfo.environment["OVERTILE_PROGRESS_SECONDS"].flatMap(Double.init) ?? 10
    lineInterval = seconds >= 0 ? seconds : 10
    if !options.quiet, options.logFormat == .text, StandardError.isTerminal { bar = ProgressBar() }
  }

  /// Reports that a build begins; only as JSON, as people see the stages.
  func begin(_ pipeline: String, name: String, isDryRun: Bool) {
    guard !options.quiet else { return }
    json(.began, [.pipeline: pipeline, .name: name, .version: Versions.overtile, .dryRun: isDryRun])
  }

  /// Handles one event. A gate that was not judged is told in any case: nothing has looked after the bundle.
  func receive(_ event: BuildEvent) {
    if case .unjudged(let verdict) = event { return warn(verdict.warning) }
    if case .stopped(let report) = event { lastReport = report }
    if case .gate(let verdict) = event, verdict.outcome == .failed { hasFailedGate = true }
    guard options.quiet else { return show(event) }
    switch event {
    case .warning, .diagnostic: quietly.append(event)
    default: break
    }
  }

  private func show(_ event: BuildEvent) {
    switch event {
    case .began(let stage):
      self.stage = stage
      lastLine = Stopwatch()
      if let bar {
        bar.begin(stage)
      } else {
        json(.stage, [.stage: stage.rawValue], or: "overtile: \(stage.title)")
      }
    case .progress(let progress):
      show(progress)
    case .gate(let verdict):
      // An error that ends the run repeats it, for all gates together.
      bar?.clear()
      let accepted = verdict.outcome == .accepted ? "overtile: gate accepted: \(verdict.summary)" : nil
      json(accepted != nil ? .gateAccepted : .gateFailed, verdict.fields, or: accepted)
    case .warning(let text): warn(text)
    case .diagnostic(let diagnostic):
      if options.logFormat == .json { json(.warning, diagnostic.fields) } else { held.append(diagnostic) }
    case .stopped, .unjudged: break
    }
  }

  /// Tells in any case that something the user relies on was not done, such as metrics that still tell of an earlier run.
  func warn(_ text: String) {
    bar?.clear()
    json(.warning, [.message: text], or: "overtile: warning: \(TerminalText.line(text))")
  }

  /// Reports that a server goes over to a bundle that was published.
  func replaced(_ name: String, version: String) {
    let text = "overtile: \(TerminalText.line(name)): now serving the newly published bundle, \(version)"
    if !options.quiet { json(.replaced, [.name: name, .version: version], or: text) }
  }

  /// Reports that a bundle that was missing or damaged is there again, and is the one that is served.
  func restored(_ name: String, version: String) {
    let text = "overtile: \(TerminalText.line(name)): the served bundle can be opened again, \(version)"
    if !options.quiet { json(.restored, [.name: name, .version: version], or: text) }
  }

  /// Shows the warnings that were held.
  func release() {
    for diagnostic in held { StandardError.write("overtile: warning: \(TerminalText.line(diagnostic.line))") }
    held = []
  }

  /// Reports that a build succeeded: as an event, or as a summary for people.
  func finish(_ report: BuildReport, withSummary: Bool) {
    bar?.clear()
    guard !options.quiet else { return }
    guard options.logFormat == .json else {
      release()
      if withSummary { StandardError.write(ReportSummary.lines(report).map(TerminalText.line).joined(separator: "\n")) }
      return
    }
    var fields: [LogMember: Any] = [
      .bundle: report.bundle, .features: report.featuresRead, .seconds: report.seconds,
      .rejected: report.rejectedFeatures ?? 0,
      .memoryBytes: report.peakMemoryBytes, .warnings: report.warnings.count,
    ]
    if report.dryRun != true { (fields[.tiles], fields[.bytes]) = (report.tiles, report.bytes) }
    json(.done, fields.merging(report.change) { first, _ in first })
  }

  /// Reports an error in the configured form.
  func fail(_ error: any Error, status: ExitStatus) {
    bar?.clear()
    if hasFailedGate { for event in quietly { show(event) } }
    release()
    let fields: [LogMember: Any] = [.message: ExitStatus.text(of: error), .status: Int(status.rawValue)]
    let change = lastReport?.change ?? [:]
    json(.error, fields.merging(change) { first, _ in first }, or: "overtile: error: \(ExitStatus.lines(of: error))")
  }

  /// Runs work that a signal ends within a second; its error is reported and becomes its status.
  static func run(_ options: LogOptions, _ body: (EventLog, Cancellation) throws -> Void) throws {
    let events = EventLog(options)
    try events.reporting {
      let cancellation = Cancellation()
      let signals = try SignalWatch(
        stop: { cancellation.cancel() }, end: { cancellation.abandon() },
        ended: { status, error in EventLog(options).fail(error, status: status) })
      defer { signals.stop() }
      try body(events, cancellation)
    }
  }

  /// Runs a body; its error is reported and becomes its status.
  func reporting<R>(_ body: () throws -> R) throws -> R {
    do {
      return try body()
    } catch {
      let status = ExitStatus(of: error)
      fail(error, status: status)
      throw status
    }
  }

  private func show(_ progress: BuildProgress) {
    if let bar {
      bar.show(progress)
    } else if (lastLine?.seconds ?? .infinity) >= lineInterval {
      lastLine = Stopwatch()
      var fields: [LogMember: Any] = [.stage: progress.stage.rawValue, .done: progress.done, .unit: progress.unit]
      if let items = LogMember(rawValue: progress.itemName) { fields[items] = progress.items }
      if let total = progress.total { fields[.total] = total }
      json(.progress, fields, or: "overtile: \(ProgressText.line(progress, seconds: clock.seconds))")
    }
  }

  /// Writes an event as a line of JSON, or, if people read the log, its text if there is one.
  private func json(_ event: LogEvent, _ fields: [LogMember: Any], or text: @autoclosure () -> String? = nil) {
    guard options.logFormat == .json else {
      if let text = text() { StandardError.write(text) }
      return
    }
    var fields = Dictionary(uniqueKeysWithValues: fields.map { ($0.key.rawValue, $0.value) })
    fields["event"] = event.rawValue
    fields["time"] = Date().ISO8601Format(Date.ISO8601FormatStyle(includingFractionalSeconds: true))
    guard
      let data = try? JSONSerialization.data(withJSONObject: fields, options: [.sortedKeys, .withoutEscapingSlashes])
    else { return }
    StandardError.writeRaw(TerminalText.safe(json: String(decoding: data, as: UTF8.self)) + "\n")
  }
}

extension Diagnostic {
  /// The warning as a log event.
  fileprivate var fields: [LogMember: Any] {
    let texts: [LogMember: String?] = [
      .code: code, .layer: layers.first, .source: source, .property: property, .message: message,
    ]
    return texts.compactMapValues { $0 }
  }
}

extension GateVerdict {
  /// The verdict as a log event.
  fileprivate var fields: [LogMember: Any] {
    let texts: [LogMember: String?] = [
      .layer: layer, .source: source, .property: property, .old: old, .new: new, .change: change,
      .gate: name.rawValue, .limit: limit, .message: summary,
    ]
    return texts.compactMapValues { $0 }
  }
}

extension BuildReport {
  /// The bundle that was made, and whether it is the one that was there before.
  fileprivate var change: [LogMember: Any] {
    guard let digest, let unchanged else { return [:] }
    return [.digest: digest, .unchanged: unchanged]
  }
}

extension BuildStage {
  /// The stage in words.
  var title: String {
    switch self {
    case .read: "reading"
    case .overlays: "making overlays"
    case .tiles: "writing tiles"
    case .publish: "publishing"
    }
  }
}
