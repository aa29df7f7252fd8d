import Foundation
import Pipeline

/// Shows what a run tells: a progress bar on a terminal, plain lines or JSON lines elsewhere.
final class EventLog {
  private let options: LogOptions
  private var bar: ProgressBar?
  private var stage: BuildStage?
  private let began = Date()
  private var lastLine = Date.distantPast

  /// How long plain progress lines wait for each other, in seconds.
  private static let lineInterval = 10.0

  /// A log as the options say.
  init(_ options: LogOptions) {
    self.options = options
    if !options.quiet, options.logFormat == .text, StandardError.isTerminal { bar = ProgressBar() }
  }

  /// Takes one event.
  func receive(_ event: BuildEvent) {
    guard !options.quiet else { return }
    switch event {
    case .began(let stage):
      self.stage = stage
      lastLine = Date()
      if options.logFormat == .json {
        json(["event": "stage", "stage": stage.rawValue])
      } else if bar != nil {
        bar?.begin(stage)
      } else {
        StandardError.write("overtile: \(stage.title)")
      }
    case .progress(let progress):
      show(progress)
    case .gate(let verdict):
      // An error that ends the run says it again, for all gates together.
      bar?.clear()
      if options.logFormat == .json {
        json(verdict.fields)
      } else if verdict.outcome == .accepted {
        StandardError.write("overtile: gate accepted: \(verdict.summary)")
      }
    case .warning(let text):
      bar?.clear()
      if options.logFormat == .json {
        json(["event": "warning", "message": text])
      } else {
        StandardError.write("overtile: warning: \(text)")
      }
    }
  }

  /// Takes the display off the screen.
  func finish() {
    bar?.clear()
  }

  /// Reports an error in the configured form.
  func fail(_ error: any Error, status: ExitStatus) {
    bar?.clear()
    if options.logFormat == .json {
      json(["event": "error", "message": "\(error)", "status": Int(status.rawValue)])
    } else {
      StandardError.write("overtile: \(error)")
    }
  }

  private func show(_ progress: BuildProgress) {
    if let bar {
      bar.show(progress)
    } else if Date().timeIntervalSince(lastLine) >= Self.lineInterval {
      lastLine = Date()
      if options.logFormat == .json {
        var fields: [String: Any] = [
          "event": "progress", "stage": progress.stage.rawValue, "done": progress.done, "unit": progress.unit,
          progress.itemName: progress.items,
        ]
        if let total = progress.total { fields["total"] = total }
        json(fields)
      } else {
        StandardError.write("overtile: \(ProgressText.line(progress, seconds: Date().timeIntervalSince(began)))")
      }
    }
  }

  private func json(_ fields: [String: Any]) {
    guard
      let data = try? JSONSerialization.data(withJSONObject: fields, options: [.sortedKeys, .withoutEscapingSlashes])
    else { return }
    StandardError.write(String(decoding: data, as: UTF8.self))
  }
}

extension GateVerdict {
  /// The event as a log has it: "gate-failed" or "gate-accepted".
  fileprivate var fields: [String: Any] {
    let texts = [
      "layer": layer, "source": source, "property": property, "old": old, "new": new, "change": change,
    ].compactMapValues { $0 }
    let fixed = ["event": "gate-\(outcome.rawValue)", "gate": name.rawValue, "limit": limit, "message": summary]
    return texts.merging(fixed) { _, name in name }
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
