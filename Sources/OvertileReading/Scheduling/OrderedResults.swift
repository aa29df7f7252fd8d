import Foundation

/// The results of jobs that a pool's threads finish in any order, and that one thread consumes in the order of the
/// jobs.
final class OrderedResults<Output: Sendable>: @unchecked Sendable {
  // Every access to the fields below holds `condition`.
  private let condition = NSCondition()
  private var results: [Int: Result<Output, any Error>] = [:]
  private var isClosed = false
  private var expected = 0

  /// The task of a job for a pool. It does nothing once the results are closed.
  func expect(_ number: Int, _ job: @escaping @Sendable (_ thread: Int) throws -> Output) -> @Sendable (Int) -> Void {
    condition.withLock { expected += 1 }
    return { [self] thread in
      guard !condition.withLock({ isClosed }) else { return withdraw() }
      let result = Result { try job(thread) }
      condition.withLock {
        results[number] = result
        expected -= 1
        condition.broadcast()
      }
    }
  }

  /// Notes that an expected job has no result.
  func withdraw() {
    condition.withLock {
      expected -= 1
      condition.broadcast()
    }
  }

  /// Waits for the result of a job, and removes it.
  ///
  /// - Throws: the error of the job.
  func take(number: Int) throws -> Output {
    let result = condition.withLock {
      while true {
        if let result = results.removeValue(forKey: number) { return result }
        condition.wait()
      }
    }
    return try result.get()
  }

  /// Abandons the jobs that have not begun, and waits for the others.
  func close() {
    condition.withLock {
      isClosed = true
      while expected > 0 { condition.wait() }
    }
  }
}
