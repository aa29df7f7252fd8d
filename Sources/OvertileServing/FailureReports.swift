import Foundation
import OvertileExecution

/// Keeps a damaged file, asked for again and again, from filling the log.
final class FailureReports: @unchecked Sendable {
  // Guards the fields below.
  private let lock = NSLock()
  private var last: (reason: String, clock: Stopwatch)?

  /// Seconds for which a reason is not reported again.
  private static let interval = 10.0

  /// Whether a reason is to be reported: another one than the last, or the last was long ago.
  func admits(_ reason: String) -> Bool {
    lock.withLock {
      if let last, last.reason == reason, last.clock.seconds < Self.interval { return false }
      last = (reason, Stopwatch())
      return true
    }
  }
}
