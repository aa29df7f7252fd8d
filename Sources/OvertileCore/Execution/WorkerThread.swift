/// The one type that starts threads.
///
/// Foundation's `Thread` and Dispatch do not report that the system cannot start a thread: a caller that waits for its
/// work then waits forever. Here that is an error.
package enum WorkerThread {
  /// Bytes of a thread's stack, as on the first thread of a process.
  private static let stackBytes = 8 << 20

  /// Runs a closure on a thread of its own, which ends with it.
  ///
  /// - Throws: `ThreadError` if the system cannot start a thread: the limit of processes is reached (`ulimit -u`), or
  ///   there is no memory for its stack.
  package static func start(_ body: @escaping @Sendable () -> Void) throws(ThreadError) {
    var attributes = pthread_attr_t()
    let fault = pthread_attr_init(&attributes)
    guard fault == 0 else { throw ThreadError(code: fault) }
    defer { pthread_attr_destroy(&attributes) }
    pthread_attr_setstacksize(&attributes, stackBytes)
    pthread_attr_setdetachstate(&attributes, Int32(PTHREAD_CREATE_DETACHED))
    #if canImport(Glibc)
      var thread = pthread_t()
    #else
      var thread: pthread_t?
    #endif
    let work = Unmanaged.passRetained(Work(body))
    let code = pthread_create(
      &thread, &attributes,
      { pointer in
        // Only some systems declare that it may be nil.
        let given: UnsafeMutableRawPointer? = pointer
        if let given { Unmanaged<Work>.fromOpaque(given).takeRetainedValue().body() }
        return nil
      }, work.toOpaque())
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
