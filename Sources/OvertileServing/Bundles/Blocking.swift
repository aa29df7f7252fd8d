import Foundation

/// The way from a thread of the server, which may block, to asynchronous readers.
enum Blocking {
  /// Runs a body and waits for it. Not to be called from a task, whose thread others need.
  static func value<Value: Sendable>(_ body: @escaping @Sendable () async throws -> Value) throws -> Value {
    let outcome = Outcome<Value>()
    Task {
      do { outcome.result = .success(try await body()) } catch { outcome.result = .failure(error) }
      outcome.isThere.signal()
    }
    outcome.isThere.wait()
    guard let result = outcome.result else { throw CancellationError() }
    return try result.get()
  }

  /// The result of the body; written before the signal, read after it.
  private final class Outcome<Value: Sendable>: @unchecked Sendable {
    var result: Result<Value, any Error>?
    let isThere = DispatchSemaphore(value: 0)
  }
}
