import Foundation

/// Runs what is asynchronous in a command, and waits for it.
///
/// Commands themselves are not asynchronous: those that need no further thread do without one.
enum AsynchronousRun {
  /// Runs a body; its errors become messages and exit codes.
  static func run(
    _ options: LogOptions, status: (any Error) -> ExitStatus = { ExitStatus(of: $0) },
    _ body: @escaping @Sendable (EventLog) async throws -> Void
  ) throws {
    let events = EventLog(options)
    do {
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

  /// What came of the body; written before the signal, read after it.
  private final class Outcome: @unchecked Sendable {
    var failure: (any Error)?
    let isThere = DispatchSemaphore(value: 0)
  }
}
