import Foundation

/// The way from a thread that may block to asynchronous readers.
package enum Blocking {
  /// Runs a body and waits for it. Not to be called from a task, whose thread others need.
  package static func value<Value: Sendable>(_ body: @escaping @Sendable () async throws -> Value) throws -> Value {
    // Written before the signal, read after it.
    nonisolated(unsafe) var result: Result<Value, any Error> = .failure(CancellationError())
    let isThere = DispatchSemaphore(value: 0)
    Task {
      do { result = .success(try await body()) } catch { result = .failure(error) }
      isThere.signal()
    }
    isThere.wait()
    return try result.get()
  }
}
