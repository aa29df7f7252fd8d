import COvertileProcess
import Foundation
import OvertileCore
import OvertilePipeline

/// Calls a closure on the first SIGINT, SIGTERM, SIGHUP or SIGPIPE instead of ending the process.
///
/// SIGHUP and SIGPIPE that the process was started to ignore, as under nohup or systemd, stay ignored.
///
/// With a second closure the process ends within a second in any case: work that does not stop when asked is abandoned,
/// its files are removed, and the process exits.
final class SignalWatch: @unchecked Sendable {
  // Guarded by `lock`.
  private var isEnding = false
  private let lock = NSLock()
  private let askToStop: @Sendable () -> Void
  private let takeAway: (@Sendable () -> Bool)?
  private let tell: @Sendable () -> Void

  /// The time in which work may stop by itself, in microseconds.
  private static let grace: UInt32 = 500_000

  /// The signals, and whether each stays ignored if it was.
  private static let signals: [(number: Int32, unlessIgnored: Int32)] = [
    (SIGINT, 0), (SIGTERM, 0), (SIGHUP, 1), (SIGPIPE, 1),
  ]

  /// Starts watching.
  ///
  /// - Parameters:
  ///   - stop: asks the work to stop.
  ///   - end: removes the files of the work; false if it is done already.
  ///   - ended: reports to the user why the process ends.
  /// - Throws: `PipelineError.unavailable` if there is no thread or no pipe for it.
  init(
    stop: @escaping @Sendable () -> Void, end: (@Sendable () -> Bool)? = nil,
    ended: @escaping @Sendable () -> Void = {}
  ) throws {
    (askToStop, takeAway, tell) = (stop, end, ended)
    let watch = overtile_watch_open()
    guard watch >= 0 else {
      throw PipelineError.unavailable(
        "cannot receive signals: cannot create a pipe: \(String(cString: strerror(errno)))")
    }
    do {
      try WorkerThread.start { [self] in serve(watch) }
    } catch {
      overtile_watch_close()
      close(watch)
      throw PipelineError.unavailable("cannot receive signals: \(error)")
    }
    for (number, unlessIgnored) in Self.signals { overtile_watch_signal(number, unlessIgnored) }
  }

  /// Runs work that a signal ends within a second.
  static func run<R>(_ log: LogOptions? = nil, _ work: (Cancellation) throws -> R) throws -> R {
    let cancellation = Cancellation()
    let signals = try SignalWatch(
      stop: { cancellation.cancel() }, end: { cancellation.abandon() },
      ended: { EventLog(log).fail(PipelineError.cancelled, status: .cancelled) })
    defer { signals.stop() }
    return try work(cancellation)
  }

  private func serve(_ watch: Int32) {
    defer { close(watch) }
    while true {
      var byte: UInt8 = 0
      let count = read(watch, &byte, 1)
      if count < 0, errno == EINTR { continue }
      guard count == 1, Int32(byte) != OVERTILE_WATCH_OVER else { return }
      askToStop()
      if takeAway == nil { continue }
      usleep(Self.grace)
      end()
    }
  }

  private func end() {
    lock.lock()
    defer { lock.unlock() }
    guard !isEnding, let takeAway, takeAway() else { return }
    isEnding = true
    tell()
    _exit(ExitStatus.cancelled.rawValue)
  }

  /// Waits for the end of the process if it is imminent, so that the messages of the interrupted work are not shown.
  /// From then on the process ends by itself.
  func waitIfEnding() {
    lock.withLock { isEnding = true }
  }

  /// Restores the default actions of the signals, after `waitIfEnding`.
  func stop() {
    waitIfEnding()
    for (number, unlessIgnored) in Self.signals { overtile_watch_forget(number, unlessIgnored) }
    overtile_watch_close()
  }
}
