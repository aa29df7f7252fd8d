import Foundation
import OvertileCore
import OvertilePublishing
import OvertileReading

/// The files of a run that fails because of its input, beside the bundle, which stays: ledger, quarantines and report.
///
/// They are `NAME.failed.*`, so that those of the published bundle stay unchanged. An operator who is called at night
/// finds every rejected feature there, not only the first ten. The next run that publishes removes them; runs that fail
/// for another reason (the disk, the lock, a signal) neither write nor remove them.
struct FailedRun {
  private let paths: OutputPaths

  /// The files of a failed run that was to publish to a target.
  init(_ target: OutputPaths) {
    paths = target.failed
  }

  /// Writes the files.
  ///
  /// - Returns: the failure, which also names their paths.
  func leave(_ failure: PipelineError, _ run: inout BuildRun) -> PipelineError {
    guard failure.isOfWhatWasRead else { return failure }
    var lines: [String] = []
    do {
      try run.ledger.publish(failed: true)
      let report = run.log.fail(failure, ledger: run.ledger)
      if let warning = try paths.write(report) { lines.append("(\(warning))") }
      if let file = report.ledgerFile { lines.append("ledger of this run: \(file)") }
      lines += report.quarantined.map { "quarantine of source \"\($0.source)\": \($0.file)" }
      lines.append("report of this run: \(paths.report.path)")
    } catch {
      lines.append("(the ledger and report of this run could not be written: \(PipelineError(error)))")
    }
    return failure.adding(lines)
  }

  /// Removes the report of an earlier run; ledger and quarantines go when those of this run are published.
  func clear() throws { try OwnFile.remove(paths.report.path, .report) }
}

extension PipelineError {
  /// Whether the reason is the data or the counts, rather than the machine, the configuration or the user.
  fileprivate var isOfWhatWasRead: Bool {
    switch self {
    case .badData, .commandFailed, .inconsistent: true
    default: false
    }
  }

  /// The same error with further lines.
  fileprivate func adding(_ lines: [String]) -> PipelineError {
    let text = ([description] + lines).joined(separator: "\n")
    switch self {
    case .badData: return .badData(text)
    case .commandFailed: return .commandFailed(text)
    case .inconsistent: return .inconsistent(text)
    default: return self
    }
  }
}
