import Foundation
import OvertileCore

/// Work on one thread of a pool, beside the composing thread, whose result is read later.
package final class SideTask<Output: Sendable>: @unchecked Sendable {
  // Every access to `outcome` holds `condition`.
  private let condition = NSCondition()
  private var outcome: Result<Output, any Error>?

  /// Passes the work to a pool; if the system cannot start a thread, it is done at once, on this one.
  package init(_ pool: WorkerPool, _ body: @escaping @Sendable () throws -> Output) {
    do {
      try pool.add { [self] in end(Result { try body() }) }
    } catch {
      end(Result { try body() })
    }
  }

  private func end(_ result: Result<Output, any Error>) {
    condition.withLock {
      outcome = result
      condition.broadcast()
    }
  }

  /// Whether the work is done, well or not.
  package var isDone: Bool { condition.withLock { outcome != nil } }

  /// Waits for the work, and returns its value or throws its error.
  package func value() throws -> Output {
    try wait().get()
  }

  /// Waits for the work, whatever its outcome.
  @discardableResult
  package func wait() -> Result<Output, any Error> {
    condition.withLock {
      while true {
        if let outcome { return outcome }
        condition.wait()
      }
    }
  }
}
