import Foundation
import OvertileCore
import OvertileShapes

/// An ordered parallel map over a stream of jobs: the threads of a pool do the work, and the results are consumed in
/// the order of the jobs.
///
/// The calling thread makes the jobs and consumes the results. At most `window` jobs are in progress, so memory stays
/// bounded. The results do not depend on the number of threads, nor on how many of them the system starts.
package struct OrderedParallelMap: Sendable {
  /// The threads, which all work of a run shares.
  package let pool: WorkerPool
  /// The number of jobs that are best in progress at once.
  package var jobsAhead: Int
  /// Called before each job.
  package let cancellation: Cancellation
  /// Called before each job, too.
  package let memory: MemoryWatch

  package init(
    pool: WorkerPool, window: Int? = nil, cancellation: Cancellation = Cancellation(),
    memory: MemoryWatch = MemoryWatch(nil)
  ) {
    (self.pool, self.cancellation, self.memory) = (pool, cancellation, memory)
    jobsAhead = window ?? pool.threads * 4
  }

  /// The number of threads, at least 1.
  package var threads: Int { pool.threads }

  /// The number of jobs that may be in progress at once: fewer if memory is bounded, but at least one per thread.
  private var window: Int { max(memory.bound == nil ? jobsAhead : min(jobsAhead, threads + 2), threads) }

  /// Runs jobs until `next` returns nil.
  ///
  /// - Parameters:
  ///   - next: makes the next job; called on this thread.
  ///   - isAlone: whether no further job is made until the result of this one is consumed, since it uses much memory.
  ///   - makeWorker: makes a worker's state; called when no worker is idle, so at most once per thread.
  ///   - work: does one job with a worker's state.
  ///   - consume: consumes a result, in the order of the jobs; called on this thread.
  /// - Throws: the first error in the order of the jobs, or `PipelineError.cancelled`; remaining jobs are abandoned.
  package func run<Job: Sendable, Worker, Output: Sendable>(
    next: () throws -> Job?,
    isAlone: (Job) -> Bool = { _ in false },
    makeWorker: @escaping @Sendable () throws -> Worker,
    work: @escaping @Sendable (inout Worker, Job) throws -> Output,
    consume: (Output) throws -> Void
  ) throws {
    let workers = IdleWorkers(makeWorker)
    var pending: [SideTask<Output>] = []
    defer {
      workers.close()
      for task in pending { task.wait() }
      workers.letGo()
    }
    var exhausted = false
    var isLastAlone = false
    var failure: (any Error)?
    while !exhausted || !pending.isEmpty {
      while !exhausted, pending.count < window, pending.isEmpty || !isLastAlone {
        do {
          try check()
          if let job = try next() {
            pending.append(SideTask(pool) { try workers.withWorker { try work(&$0, job) } })
            isLastAlone = isAlone(job)
          } else {
            exhausted = true
          }
        } catch {
          // The earlier jobs are finished first: one of them may have failed, too.
          failure = error
          exhausted = true
        }
      }
      if !pending.isEmpty { try consume(pending.removeFirst().value()) }
    }
    if let failure { throw failure }
  }

  /// Does work on items on all threads, each with an engine of its own; outcomes are consumed in the order of the items.
  package func forEach<Item: Sendable, Outcome: Sendable>(
    _ items: some Sequence<Item>, _ work: @escaping @Sendable (GeometryEngine, Item) throws -> Outcome,
    consume: (Outcome) throws -> Void
  ) throws {
    var rest = items.makeIterator()
    try run(
      next: { rest.next() }, makeWorker: { try GeometryEngine() },
      work: { engine, item in try work(engine, item) }, consume: consume)
  }

  /// Throws if the run must stop; for work on the calling thread.
  package func check() throws {
    try cancellation.check()
    try memory.check()
  }
}

/// The states with which threads do one kind of work, each used by one thread at a time; made when none is idle.
private final class IdleWorkers<Worker>: @unchecked Sendable {
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

extension Range<Int> {
  /// The range in parts of a size, for workers; the last may have fewer.
  package func parts(of size: Int) -> some Sequence<Range<Int>> {
    stride(from: lowerBound, to: upperBound, by: size).lazy.map { $0..<Swift.min($0 + size, upperBound) }
  }
}
