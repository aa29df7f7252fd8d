import Foundation

/// The states with which threads do one kind of work, each used by one thread at a time; made when none is idle.
final class IdleWorkers<Worker>: @unchecked Sendable {
  private let make: @Sendable () throws -> Worker
  // Guarded by `lock`.
  private var idle: [Worker] = []
  private var isClosed = false
  private let lock = NSLock()

  /// Makes no state yet.
  init(_ make: @escaping @Sendable () throws -> Worker) { self.make = make }

  /// Uses a state.
  ///
  /// - Throws: the errors of making the state and of the body; `PipelineError.cancelled` once closed.
  func withWorker<Output>(_ body: (inout Worker) throws -> Output) throws -> Output {
    var worker = try takeIdle() ?? make()
    defer { lock.withLock { idle.append(worker) } }
    return try body(&worker)
  }

  /// Abandons work that has not begun.
  func close() { lock.withLock { isClosed = true } }

  /// Releases the states. Called when no thread is working any more.
  func letGo() { lock.withLock { idle = [] } }

  private func takeIdle() throws -> Worker? {
    try lock.withLock {
      if isClosed { throw PipelineError.cancelled }
      return idle.popLast()
    }
  }
}
