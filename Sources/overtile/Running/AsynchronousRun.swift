import Foundation
import OvertileCore
import OvertilePipeline

/// Runs the asynchronous part of a command, and waits for it.
///
/// Commands themselves are not asynchronous: those that need no further thread start none.
enum AsynchronousRun {
  /// The descriptors that the system's queues and a reader of a bundle need, with some to spare.
  private static let descriptors = 8

  /// Runs a body; its errors become messages and exit codes.
  static func run(
    _ options: LogOptions, status: (any Error) -> ExitStatus = { ExitStatus(of: $0) },
    _ body: @escaping @Sendable (EventLog) async throws -> Void
  ) throws {
    let events = EventLog(options)
    do {
      try requireDescriptors()
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

  /// Starts the system's queues, before files are opened that would leave them no descriptors.
  ///
  /// - Throws: `PipelineError.unavailable` if there are too few.
  static func startQueues() throws {
    try requireDescriptors()
    let isThere = DispatchSemaphore(value: 0)
    Task { isThere.signal() }
    isThere.wait()
  }

  /// The system's queues end the process if they get no descriptor of their own.
  private static func requireDescriptors() throws {
    guard SystemShortage.admitsFiles(descriptors) else {
      throw PipelineError.unavailable("cannot open more files: \(String(cString: strerror(EMFILE)))")
    }
  }

  /// The result of the body; written before the signal, read after it.
  private final class Outcome: @unchecked Sendable {
    var failure: (any Error)?
    let isThere = DispatchSemaphore(value: 0)
  }
}
