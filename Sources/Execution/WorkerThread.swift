#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// The one place where threads are started.
///
/// Foundation's `Thread` and Dispatch do not say when the system gives no thread: who waits for its work then waits for
/// ever. Here that is an error.
package enum WorkerThread {
  /// Bytes of a thread's stack, as on the first thread of a process.
  private static let stackBytes = 8 << 20

  /// Runs a closure on a thread of its own, which ends with it; source: pthread_create(3).
  ///
  /// - Throws: `ThreadError` when the system gives no thread: the limit of processes is reached (`ulimit -u`), or there
  ///   is no memory for its stack.
  package static func start(_ body: @escaping @Sendable () -> Void) throws(ThreadError) {
    var attributes = pthread_attr_t()
    pthread_attr_init(&attributes)
    defer { pthread_attr_destroy(&attributes) }
    pthread_attr_setstacksize(&attributes, stackBytes)
    pthread_attr_setdetachstate(&attributes, .init(PTHREAD_CREATE_DETACHED))
    let work = Unmanaged.passRetained(Work(body))
    let code = create(&attributes, work.toOpaque())
    guard code == 0 else {
      work.release()
      throw ThreadError(code: code)
    }
  }

  private static func create(
    _ attributes: UnsafePointer<pthread_attr_t>, _ work: UnsafeMutableRawPointer
  ) -> Int32 {
    #if canImport(Darwin)
      let thread = UnsafeMutablePointer<pthread_t?>.allocate(capacity: 1)
    #else
      let thread = UnsafeMutablePointer<pthread_t>.allocate(capacity: 1)
    #endif
    defer { thread.deallocate() }
    return pthread_create(thread, attributes, workerThreadBody, work)
  }

  /// Runs what `start` was given.
  fileprivate static func serve(_ work: UnsafeMutableRawPointer) {
    Unmanaged<Work>.fromOpaque(work).takeRetainedValue().body()
  }

  /// The closure of one thread.
  private final class Work {
    let body: @Sendable () -> Void

    init(_ body: @escaping @Sendable () -> Void) { self.body = body }
  }
}

#if canImport(Darwin)
  private func workerThreadBody(_ work: UnsafeMutableRawPointer) -> UnsafeMutableRawPointer? {
    WorkerThread.serve(work)
    return nil
  }
#else
  private func workerThreadBody(_ work: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
    if let work { WorkerThread.serve(work) }
    return nil
  }
#endif

/// The system gives no thread.
package struct ThreadError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The system's error number.
  package let code: Int32

  /// The system's words, and what to do.
  package var description: String {
    "the system gives no thread: \(String(cString: strerror(code))); allow more processes (ulimit -u) or more memory "
      + "(ulimit -v), or give fewer --jobs"
  }
}
