import Foundation
import OvertileBundleFormat
import OvertileConfiguration
import OvertileCore
import OvertilePipeline

/// A pipeline that is built anew when its configuration or its inputs change.
///
/// A build that fails is reported, `failure` has its reason until one succeeds, and the bundle stays as it was.
final class WatchedPipeline: @unchecked Sendable {
  /// The bundle's folder.
  let bundle: String
  private let path: String
  private let options: LogOptions
  private let cancellation = Cancellation()
  private let stopped = DispatchSemaphore(value: 0)
  private let ended = DispatchSemaphore(value: 0)
  // Guards `reason`.
  private let lock = NSLock()
  private var reason: String?
  /// The stamps of the files from before the last build, which none of their changes escapes.
  private var seen: [String: FileStamp?] = [:]

  /// Seconds between two looks at the files.
  private static let interval = 1.0
  /// The time in which a build may stop by itself, in seconds.
  private static let grace = 2.0

  /// Whether an argument names a pipeline and no bundle.
  static func isPipeline(_ argument: String) -> Bool { argument.hasSuffix(".yaml") || argument.hasSuffix(".yml") }

  /// Reads the configuration. Throws the errors of `overtile check`.
  init(_ path: String, log options: LogOptions) throws {
    (self.path, self.options) = (path, options)
    bundle = try PipelineFiles(try PipelineConfiguration.load(path)).bundle
  }

  /// Why the last build failed, as the log says it; nil if it did not. Any thread may ask.
  var failure: String? { lock.withLock { reason } }

  /// Builds the bundle, unless there is one that is younger than the configuration and all inputs.
  func buildIfNeeded() throws {
    seen = stamps()
    let manifest = FileStamp(bundle + "/" + BundleManifest.fileName)
    let youngest = try files().compactMap { FileStamp($0)?.changed }.max { $0 < $1 }
    if let built = manifest?.changed, let youngest, built > youngest { return }
    let signals = try SignalWatch(
      stop: { [cancellation] in cancellation.cancel() }, end: { [cancellation] in cancellation.abandon() })
    defer { signals.stop() }
    try build()
  }

  /// Watches on a thread of its own, until `stop`.
  func watch() throws { try WorkerThread.start { [self] in follow() } }

  /// Ends the watch, and a build that is at work. Call it once, and only after `watch`.
  func stop() {
    cancellation.cancel()
    stopped.signal()
    if ended.wait(timeout: .now() + Self.grace) == .timedOut { _ = cancellation.abandon() }
  }

  private func follow() {
    while stopped.wait(timeout: .now() + Self.interval) == .timedOut {
      let now = stamps()
      guard now != seen else { continue }
      seen = now
      do {
        try build()
        lock.withLock { reason = nil }
      } catch {
        EventLog(options).fail(error, status: ExitStatus(of: error))
        lock.withLock { reason = ExitStatus.text(of: error) }
      }
    }
    ended.signal()
  }

  private func build() throws {
    let events = EventLog(options)
    let configuration = try PipelineConfiguration.load(path)
    let output = try PipelineFiles(configuration).bundle
    guard output == bundle else {
      throw PipelineError.configuration(
        "\(path): the output is now \(output), but this preview shows \(bundle); restart the preview")
    }
    var building = BuildOptions()
    building.commands = CommandPermission(environment: ProcessInfo.processInfo.environment)
    events.begin(path, name: configuration.name, isDryRun: false)
    let report = try PipelineBuild(configuration, options: building, cancellation: cancellation).run(events.receive)
    events.finish(report, withSummary: true)
  }

  private func files() throws -> [String] { [path] + (try PipelineFiles(try PipelineConfiguration.load(path))).inputs }

  /// The stamps of all files; of the configuration alone while it is wrong or an input is missing.
  private func stamps() -> [String: FileStamp?] {
    Dictionary(((try? files()) ?? [path]).map { ($0, FileStamp($0)) }) { first, _ in first }
  }
}

extension FileStamp {
  /// The time of the last change.
  fileprivate var changed: (Int, Int) { (seconds, nanoseconds) }
}
