import Foundation
import OvertileCore
import OvertilePipeline

/// Shows the events of a run: a progress bar on a terminal, plain lines or JSON lines elsewhere; see `LogEvent`.
final class EventLog {
  private let isQuiet: Bool
  private let isJSON: Bool
  private var bar: ProgressBar?
  private var stage: BuildStage?
  /// Warnings that are held until the end of the run, where they are listed together.
  private var held: [Diagnostic] = []
  /// The warnings that --quiet holds back, which are told if a gate fails.
  private var quietly: [BuildEvent] = []
  private var hasFailedGate = false
  /// The counts of the run once it has ended.
  var lastReport: BuildReport?
  private let clock = Stopwatch()
  private var lastLine: Stopwatch?

  /// The interval between progress lines, in seconds; the environment may set another.
  private let lineInterval: Double

  /// A log with the options' format; texts for commands without these options.
  init(_ options: LogOptions?) {
    (isQuiet, isJSON) = (options?.quiet == true, options?.logFormat == .json)
    let seconds = ProcessInfo.processInfo.environment["OVERTILE_PROGRESS_SECONDS"].flatMap(Double.init) ?? 10
    lineInterval = seconds >= 0 ? seconds : 10
    if !isQuiet, !isJSON, StandardError.isTerminal { bar = ProgressBar() }
  }

  /// Reports that a build begins; only as JSON, as people see the stages.
  func begin(_ pipeline: String, name: String, isDryRun: Bool) {
    guard !isQuiet else { return }
    json(.began, ["pipeline": pipeline, "name": name, "version": Versions.overtile, "dryRun": isDryRun])
  }

  /// Handles one event. A gate that was not judged is told in any case: nothing has looked after the bundle.
  func receive(_ event: BuildEvent) {
    if case .unjudged(let verdict) = event { return warn(verdict.warning) }
    if case .stopped(let report) = event { lastReport = report }
    if case .gate(let verdict) = event, verdict.outcome == .failed { hasFailedGate = true }
    guard isQuiet else { return show(event) }
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
        json(.stage, ["stage": stage.rawValue], or: "overtile: \(stage.title)")
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
      if isJSON { json(.warning, diagnostic.fields) } else { held.append(diagnostic) }
    case .stopped, .unjudged: break
    }
  }

  /// Tells in any case that something the user relies on was not done, such as metrics that still tell of an earlier run.
  func warn(_ text: String) {
    bar?.clear()
    json(.warning, ["message": text], or: "overtile: warning: \(TerminalText.line(text))")
  }

  /// Reports that a server goes over to a bundle that was published, or that the one it serves, which was missing or
  /// damaged, is there again.
  func served(_ name: String, version: String, isRestored: Bool) {
    guard !isQuiet else { return }
    let words = isRestored ? "the served bundle can be opened again" : "now serving the newly published bundle"
    let text = "overtile: \(TerminalText.line(name)): \(words), \(version)"
    json(isRestored ? .restored : .replaced, ["name": name, "version": version], or: text)
  }

  /// Shows the warnings that were held.
  func release() {
    for diagnostic in held { StandardError.write("overtile: warning: \(TerminalText.line(diagnostic.line))") }
    held = []
  }

  /// Reports that a build succeeded: as an event, or as a summary for people.
  func finish(_ report: BuildReport, withSummary: Bool) {
    bar?.clear()
    guard !isQuiet else { return }
    guard isJSON else {
      release()
      if withSummary { StandardError.write(ReportSummary.lines(report).map(TerminalText.line).joined(separator: "\n")) }
      return
    }
    var fields: [String: Any] = [
      "bundle": report.bundle, "features": report.featuresRead, "seconds": report.seconds,
      "rejected": report.rejectedFeatures ?? 0, "memoryBytes": report.peakMemoryBytes,
      "warnings": report.warnings.count,
    ]
    if report.dryRun != true { (fields["tiles"], fields["bytes"]) = (report.tiles, report.bytes) }
    json(.done, fields.merging(report.change) { first, _ in first })
  }

  /// Reports an error in the configured form.
  func fail(_ error: any Error, status: ExitStatus) {
    bar?.clear()
    if hasFailedGate { for event in quietly { show(event) } }
    release()
    let fields: [String: Any] = ["message": ExitStatus.text(of: error), "status": Int(status.rawValue)]
    let change = lastReport?.change ?? [:]
    json(.error, fields.merging(change) { first, _ in first }, or: "overtile: error: \(ExitStatus.lines(of: error))")
  }

  private func show(_ progress: BuildProgress) {
    if let bar {
      bar.show(progress)
    } else if (lastLine?.seconds ?? .infinity) >= lineInterval {
      lastLine = Stopwatch()
      var fields: [String: Any] = ["stage": progress.stage.rawValue, "done": progress.done, "unit": progress.unit]
      fields[progress.itemName] = progress.items
      fields["total"] = progress.total
      json(.progress, fields, or: "overtile: \(ProgressText.line(progress, seconds: clock.seconds))")
    }
  }

  /// Writes an event as a line of JSON, or, if people read the log, its text if there is one.
  private func json(_ event: LogEvent, _ fields: [String: Any], or text: @autoclosure () -> String? = nil) {
    guard isJSON else {
      if let text = text() { StandardError.write(text) }
      return
    }
    var fields = fields
    fields["event"] = event.rawValue
    fields["time"] = Date().ISO8601Format(Date.ISO8601FormatStyle(includingFractionalSeconds: true))
    guard
      let data = try? JSONSerialization.data(withJSONObject: fields, options: [.sortedKeys, .withoutEscapingSlashes])
    else { return }
    StandardError.writeRaw(TerminalText.safe(String(decoding: data, as: UTF8.self)) + "\n")
  }
}

extension Diagnostic {
  /// The warning as a log event.
  fileprivate var fields: [String: Any] {
    let texts: [String: String?] = [
      "code": code, "layer": layers.first, "source": source, "property": property, "message": message,
    ]
    return texts.compactMapValues { $0 }
  }
}

extension GateVerdict {
  /// The verdict as a log event.
  fileprivate var fields: [String: Any] {
    let texts: [String: String?] = [
      "layer": layer, "source": source, "property": property, "old": old, "new": new, "change": change,
      "gate": name.rawValue, "limit": limit, "message": summary,
    ]
    return texts.compactMapValues { $0 }
  }
}

extension BuildReport {
  /// The bundle that was made, and whether it is the one that was there before.
  fileprivate var change: [String: Any] {
    guard let digest, let unchanged else { return [:] }
    return ["digest": digest, "unchanged": unchanged]
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
