import Foundation
import OvertileCore
import OvertilePublishing
import OvertileReading

extension OutputPaths {
  /// Writes the files of a run that fails because of its input, beside the bundle, which stays: ledger, quarantines and
  /// report.
  ///
  /// They are `NAME.failed.*`, so that those of the published bundle stay unchanged. An operator who is called at night
  /// finds every rejected feature there, not only the first ten. The next run that publishes removes them; runs that fail
  /// for another reason (the disk, the lock, a signal) neither write nor remove them.
  ///
  /// - Returns: the failure, which also names their paths.
  func leave(_ failure: PipelineError, _ run: inout BuildRun) -> PipelineError {
    guard let ofSameKind = failure.ofWhatWasRead else { return failure }
    var lines: [String] = []
    do {
      try run.ledger.publish(failed: true)
      let report = run.log.fail(failure, ledger: run.ledger)
      if let warning = try failed.write(report) { lines.append("(\(warning))") }
      if let file = report.ledgerFile { lines.append("ledger of this run: \(file)") }
      lines += report.quarantined.map { "quarantine of source \"\($0.source)\": \($0.file)" }
      lines.append("report of this run: \(failed.report.path)")
    } catch {
      lines.append("(the ledger and report of this run could not be written: \(PipelineError(error)))")
    }
    return ofSameKind(([failure.description] + lines).joined(separator: "\n"))
  }
}

extension PipelineError {
  /// The case of the error, if the reason is the data or the counts, rather than the machine, the configuration or the
  /// user.
  fileprivate var ofWhatWasRead: ((String) -> PipelineError)? {
    switch self {
    case .badData: PipelineError.badData
    case .commandFailed: PipelineError.commandFailed
    case .inconsistent: PipelineError.inconsistent
    default: nil
    }
  }
}
