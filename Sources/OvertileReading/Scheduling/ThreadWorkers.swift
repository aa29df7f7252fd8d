import Foundation

/// The state that each thread of a pool has for one kind of work, made when the thread needs it.
final class ThreadWorkers<Worker>: @unchecked Sendable {
  /// One thread's state, which no other thread touches.
  private final class Slot {
    var worker: Worker?
  }

  private let slots: [Slot]
  private let make: @Sendable () throws -> Worker
  // Guarded by `lock`.
  private var isClosed = false
  private let lock = NSLock()

  /// Makes slots for the states of so many threads; no state is made yet.
  init(threads: Int, _ make: @escaping @Sendable () throws -> Worker) {
    self.make = make
    slots = (0..<threads).map { _ in Slot() }
  }

  /// Uses the state of a thread. Called on that thread.
  ///
  /// - Throws: the errors of making the state and of the body; `PipelineError.cancelled` once closed.
  func with<Output>(_ thread: Int, _ body: (inout Worker) throws -> Output) throws -> Output {
    if lock.withLock({ isClosed }) { throw PipelineError.cancelled }
    let slot = slots[thread]
    var worker = try slot.worker.take() ?? make()
    defer { slot.worker = worker }
    return try body(&worker)
  }

  /// Abandons work that has not begun.
  func close() { lock.withLock { isClosed = true } }

  /// Releases the states. Called when no thread is working any more.
  func letGo() {
    for slot in slots { slot.worker = nil }
  }
}
