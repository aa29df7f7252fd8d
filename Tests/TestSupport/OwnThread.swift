import Foundation

/// Runs a body that blocks, such as a server's, on a thread of its own, so that the threads of tasks stay free for what it
/// waits for.
public func onOwnThread<Value: Sendable>(_ body: @escaping @Sendable () throws -> Value) async throws -> Value {
  try await withCheckedThrowingContinuation { continuation in
    Thread.detachNewThread { continuation.resume(with: Result { try body() }) }
  }
}
