import Execution
import Foundation

/// Runs what is asynchronous in a command, and waits for it.
///
/// Commands themselves are not asynchronous: Swift's threads come from Dispatch, which waits for ever where the system
/// gives none. So it is asked first.
enum AsynchronousRun {
  /// Runs a body; its errors become messages and exit codes.
  static func run(
    _ options: LogOptions, status: (any Error) -> ExitStatus = { ExitStatus(of: $0) },
    _ body: @escaping @Sendable (EventLog) async throws -> Void
  ) throws {
    let events = EventLog(options)
    do {
      try requireThreads()
      let outcome = Outcome()
      Task {
        do { try await body(EventLog(options)) } catch { outcome.failure = error }
        outcome.isThere.signal()
      }
      outcome.isThere.wait()
      if let failure = outcome.failure { throw failure }
    } catch {
      let status = status(error)
      events.fail(error, status: status)
      throw status
    }
  }

  /// Starts as many threads as Swift may want, at the same time, and lets them go.
  ///
  /// - Throws: `ThreadError` when the system does not give them.
  private static func requireThreads() throws {
    let gate = DispatchSemaphore(value: 0)
    let over = DispatchSemaphore(value: 0)
    let wanted = ProcessInfo.processInfo.activeProcessorCount + 1
    var started = 0
    defer {
      for _ in 0..<started { gate.signal() }
      for _ in 0..<started { over.wait() }
    }
    while started < wanted {
      try WorkerThread.start {
        gate.wait()
        over.signal()
      }
      started += 1
    }
  }

  /// What came of the body; written before the signal, read after it.
  private final class Outcome: @unchecked Sendable {
    var failure: (any Error)?
    let isThere = DispatchSemaphore(value: 0)
  }
}
