import Foundation

/// A fixed number of threads that do tasks in the order in which they were added: the threads of one run, for all its
/// work.
///
/// The threads start with the first task and end with the pool. A task must not wait for a later one: with one thread
/// it would never run.
package final class WorkerPool: Sendable {
  /// One task.
  package typealias Task = @Sendable () -> Void

  /// The number of threads, at least 1. The system may start fewer.
  package let threads: Int
  private let queue = TaskQueue()

  /// Creates a pool; no thread starts yet.
  package init(threads: Int) { self.threads = max(1, threads) }

  deinit { queue.close() }

  /// Adds a task after those that wait.
  ///
  /// - Throws: `ThreadError` if the system cannot start a thread at all; then the task is not kept.
  package func add(_ task: @escaping Task) throws(ThreadError) { try queue.add(task, threads) }
}

/// The tasks that wait, and the threads that do them.
private final class TaskQueue: @unchecked Sendable {
  // Every access to the fields below holds `condition`.
  private let condition = NSCondition()
  private var tasks: [WorkerPool.Task] = []
  private var isClosed = false
  private var isStarted = false

  /// Adds a task; the first one starts the threads, or as many as the system allows.
  func add(_ task: @escaping WorkerPool.Task, _ threads: Int) throws(ThreadError) {
    condition.lock()
    defer { condition.unlock() }
    for thread in 0..<(isStarted ? 0 : threads) {
      do { try WorkerThread.start { [self] in serve() } } catch {
        guard thread > 0 else { throw error }
        break
      }
    }
    isStarted = true
    tasks.append(task)
    condition.signal()
  }

  /// Lets the threads end once no task waits.
  func close() {
    condition.withLock {
      isClosed = true
      condition.broadcast()
    }
  }

  private func serve() {
    while let task = next() { task() }
  }

  private func next() -> WorkerPool.Task? {
    condition.withLock {
      while tasks.isEmpty, !isClosed { condition.wait() }
      return tasks.isEmpty ? nil : tasks.removeFirst()
    }
  }
}
