import COvertileSystem

/// The one type that starts threads.
///
/// Foundation's `Thread` and Dispatch do not report that the system cannot start a thread: a caller that waits for its
/// work then waits forever. Here that is an error.
package enum WorkerThread {
  /// Bytes of a thread's stack, as on the first thread of a process.
  private static let stackBytes: UInt = 8 << 20

  /// Runs a closure on a thread of its own, which ends with it.
  ///
  /// - Throws: `ThreadError` if the system cannot start a thread: the limit of processes is reached (`ulimit -u`), or
  ///   there is no memory for its stack.
  package static func start(_ body: @escaping @Sendable () -> Void) throws(ThreadError) {
    let work = Unmanaged.passRetained(Work(body))
    let code = overtile_thread_start(
      { pointer in
        if let pointer { Unmanaged<Work>.fromOpaque(pointer).takeRetainedValue().body() }
      }, work.toOpaque(), stackBytes)
    guard code == 0 else {
      work.release()
      throw ThreadError(code: code)
    }
  }

  /// The closure of one thread.
  private final class Work {
    let body: @Sendable () -> Void

    init(_ body: @escaping @Sendable () -> Void) { self.body = body }
  }
}

/// The system has no thread.
package struct ThreadError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The system's error number.
  package let code: Int32

  /// The system's message, with advice.
  package var description: String {
    "cannot start a thread: \(String(cString: strerror(code))); raise the limit on processes (ulimit -u) or memory "
      + "(ulimit -v), or use fewer threads (--threads)"
  }
}
