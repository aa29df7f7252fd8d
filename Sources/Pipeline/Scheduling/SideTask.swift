import Foundation

/// Work on a thread of its own, beside the composing one, whose outcome is taken later.
final class SideTask<Output: Sendable>: @unchecked Sendable {
  // Every access to `outcome` holds `condition`.
  private let condition = NSCondition()
  private var outcome: Result<Output, any Error>?

  /// Starts the work.
  init(_ body: @escaping @Sendable () throws -> Output) {
    let thread = Thread { [self] in
      let result = Result { try body() }
      condition.withLock {
        outcome = result
        condition.broadcast()
      }
    }
    thread.stackSize = 8 << 20
    thread.start()
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
