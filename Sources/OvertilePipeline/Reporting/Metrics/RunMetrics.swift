import Foundation
import OvertileCore
import OvertilePublishing
import OvertileReading
import OvertileReprojection
import OvertileShapes

/// The metrics of a pipeline's last run, whether or not the run succeeded.
///
/// The metrics are written in the format that the textfile collector of the Prometheus node exporter reads. Each sample
/// has the label `pipeline`, so the files of several pipelines can be in the same folder. A metric is omitted if the
/// run ended before its value was known.
public struct RunMetrics: Sendable {
  /// The path of the configuration file, as given on the command line.
  public var pipeline: String
  /// The exit code of the process.
  public var exitCode: Int32
  /// The time at which the run began.
  public var began: Date
  /// The time at which the run ended, by the same clock as `began`.
  public var ended: Date
  /// The duration of the run, in seconds, measured by a monotonic clock.
  public var seconds: Double
  /// The complete or partial report on the run, or `nil` if nothing was read.
  public var report: BuildReport?

  /// Creates the metrics for a run.
  public init(pipeline: String, exitCode: Int32, began: Date, ended: Date, seconds: Double, report: BuildReport?) {
    (self.pipeline, self.exitCode, self.report) = (pipeline, exitCode, report)
    (self.began, self.ended, self.seconds) = (began, ended, seconds)
  }

  /// Writes the metrics to the given path atomically, so that other processes see either the old file or the new one.
  ///
  /// If the run failed, the time of the last success is copied from the old file.
  ///
  /// - Throws: `PipelineError.cannotCreate` or `PipelineError.inputOutput` if the file cannot be written.
  public func write(to path: String) throws {
    do {
      let old = FileManager.default.contents(atPath: path).map { String(decoding: $0, as: UTF8.self) }
      try FileSystem.replace(Self.absolute(path), with: Data(text(after: old).utf8), .metrics)
    } catch {
      throw PipelineError(error)
    }
  }

  /// Checks that the metrics can be written to the given path. If a file already exists there, it must be a metrics
  /// file, so that no other file is overwritten.
  ///
  /// - Throws: `PipelineError.cannotCreate` if the metrics cannot be written to the path.
  public static func probe(_ path: String) throws {
    do {
      let path = absolute(path)
      // One of another user stops no publication, and cannot be written after it.
      if !OwnFile.isUnreadable(path) { _ = try TemporaryFile(over: path, .metrics) }
    } catch {
      throw PipelineError(error)
    }
  }

  private static func absolute(_ path: String) -> String { URL(fileURLWithPath: path).standardizedFileURL.path }

  /// The whole file.
  ///
  /// - Parameter old: the file that it replaces.
  func text(after old: String?) -> String {
    let common = [(name: "pipeline", value: pipeline)]
    let families = [buildInfo] + outcome(after: old) + (report?.metrics ?? [])
    return families.map { $0.text(common) }.joined()
  }

  private var buildInfo: MetricFamily {
    MetricFamily(
      "overtile_build_info", "Versions of the program and its libraries; always 1.", 1,
      [
        "version": Versions.overtile, "proj": ProjVersions.libraryVersion, "geos": GeometryEngine.geosVersion,
        "name": report?.name,
      ])
  }

  private static let lastSuccess = "overtile_last_success_timestamp_seconds"

  private func outcome(after old: String?) -> [MetricFamily] {
    let success = exitCode == 0 ? ended.timeIntervalSince1970 : old.flatMap(lastSuccess(in:))
    return [
      MetricFamily(
        "overtile_run_success", "Whether the last run ended with exit code 0: 1 or 0.", exitCode == 0 ? 1 : 0),
      MetricFamily("overtile_run_exit_code", "The exit code of the last run.", Double(exitCode)),
      MetricFamily("overtile_run_start_timestamp_seconds", "When the last run began.", began.timeIntervalSince1970),
      MetricFamily("overtile_run_end_timestamp_seconds", "When the last run ended.", ended.timeIntervalSince1970),
      MetricFamily(Self.lastSuccess, "When a run last ended with exit code 0; runs that fail keep it.", success),
      MetricFamily("overtile_run_duration_seconds", "Seconds that the last run took.", seconds),
    ]
  }

  /// The time of the last success of this pipeline that an older file states.
  private func lastSuccess(in old: String) -> Double? {
    let head = "\(Self.lastSuccess){pipeline=\"\(MetricFamily.escaped(pipeline, quotes: true))\"} "
    let line = old.split(separator: "\n").first { $0.hasPrefix(head) }
    return line.flatMap { Double($0.dropFirst(head.count)) }.flatMap { $0.isFinite ? $0 : nil }
  }
}
