import Dispatch
import Foundation

/// Calls a closure on the first SIGINT or SIGTERM instead of ending the process.
///
/// With a second closure the process ends within a second in any case: work that does not stop when it is asked to is left
/// where it is, what it has written is taken away, and the process exits.
final class SignalWatch: @unchecked Sendable {
  private var sources: [any DispatchSourceSignal] = []
  // Guarded by `lock`.
  private var isEnding = false
  private let lock = NSLock()

  /// How long work may take to stop by itself.
  private static let grace = DispatchTimeInterval.milliseconds(500)

  /// Starts watching.
  ///
  /// - Parameters:
  ///   - stop: asks the work to stop.
  ///   - end: takes away what the work has made; false when it is done already.
  ///   - ended: says so to a person.
  init(
    stop: @escaping @Sendable () -> Void, end: (@Sendable () -> Bool)? = nil,
    ended: @escaping @Sendable () -> Void = {}
  ) {
    for number in [SIGINT, SIGTERM] {
      signal(number, SIG_IGN)
      let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
      source.setEventHandler { [weak self] in
        stop()
        guard let self, let end else { return }
        DispatchQueue.global().asyncAfter(deadline: .now() + Self.grace) { self.end(end, ended) }
      }
      source.resume()
      sources.append(source)
    }
  }

  private func end(_ end: () -> Bool, _ ended: () -> Void) {
    lock.lock()
    defer { lock.unlock() }
    guard !isEnding, end() else { return }
    isEnding = true
    ended()
    _exit(ExitStatus.cancelled.rawValue)
  }

  /// Waits for the end of the process where it is at hand, so that what the interrupted work says is not said.
  /// From then on the process ends by itself.
  func waitIfEnding() {
    lock.withLock { isEnding = true }
  }

  /// Gives the signals their ordinary meaning back.
  func stop() {
    lock.withLock { isEnding = true }
    for source in sources { source.cancel() }
    sources = []
    for number in [SIGINT, SIGTERM] { signal(number, SIG_DFL) }
  }
}
