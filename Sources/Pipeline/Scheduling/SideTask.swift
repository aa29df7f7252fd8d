import Execution
import Foundation

/// Work on a thread of its own, beside the composing one, whose outcome is taken later.
final class SideTask<Output: Sendable>: @unchecked Sendable {
  // Every access to `outcome` holds `condition`.
  private let condition = NSCondition()
  private var outcome: Result<Output, any Error>?

  /// Starts the work; where the system gives no thread it is done at once, on this one.
  init(_ body: @escaping @Sendable () throws -> Output) {
    do {
      try WorkerThread.start { [self] in end(Result { try body() }) }
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

  /// Waits for the work, and gives its value or throws its error.
  func value() throws -> Output {
    try wait().get()
  }

  /// Waits for the work, whatever its outcome.
  @discardableResult
  func wait() -> Result<Output, any Error> {
    condition.withLock {
      while true {
        if let outcome { return outcome }
        condition.wait()
      }
    }
  }
}
