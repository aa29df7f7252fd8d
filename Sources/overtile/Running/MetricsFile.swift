import Foundation
import OvertileCore
import OvertilePipeline

/// The file of `--metrics`: written once, at the end of the run, whatever its result.
struct MetricsFile: Sendable {
  private let path: String
  private let pipeline: String
  private let began = Date()
  private let clock = Stopwatch()

  /// The metrics of a run that begins now; nil without a path.
  init?(_ path: String?, pipeline: String) {
    guard let path else { return nil }
    (self.path, self.pipeline) = (path, pipeline)
  }

  /// Throws at once if the file could not be written at the end.
  func probe() throws {
    do { try RunMetrics.probe(path) } catch PipelineError.cannotCreate(let reason) {
      throw PipelineError.cannotCreate("--metrics: \(reason)")
    }
  }

  /// Writes the file.
  ///
  /// - Parameter report: the counts so far.
  func write(_ status: ExitStatus, _ report: BuildReport? = nil) throws {
    do {
      try RunMetrics(
        pipeline: pipeline, exitCode: status.rawValue, began: began, ended: Date(), seconds: clock.seconds,
        report: report
      ).write(to: path)
    } catch {
      let outcome = status == .done ? "the bundle was published, but " : ""
      throw PipelineError.inputOutput("\(outcome)the metrics could not be written: \(error)")
    }
  }
}
