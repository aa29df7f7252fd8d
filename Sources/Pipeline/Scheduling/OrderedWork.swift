import Execution
import Foundation

/// Work on a stream of jobs by several threads, whose results are taken in the order of the jobs.
///
/// The calling thread makes the jobs and takes the results; worker threads do the work between. At most `window` jobs are
/// under way, so memory stays bounded. The outcome does not depend on the number of threads, nor on how many of them the
/// system gives.
struct OrderedWork: Sendable {
  /// The number of worker threads, at least 1.
  var threads: Int
  /// The number of jobs that may be under way at once.
  private(set) var window: Int
  /// Asked before each job.
  var cancellation: Cancellation?
  /// Asked before each job, too; with a bound it makes the window small.
  let memory: MemoryWatch

  init(
    threads: Int, window: Int? = nil, cancellation: Cancellation? = nil, memory: MemoryWatch = MemoryWatch(nil)
  ) {
    self.cancellation = cancellation
    self.memory = memory
    self.threads = max(1, threads)
    self.window = 0
    setWindow(window ?? self.threads * 4)
  }

  /// Lets so many jobs be under way, or fewer where memory is bounded, but at least one a thread.
  mutating func setWindow(_ jobs: Int) {
    window = max(memory.window(jobs, threads: threads), threads)
  }

  /// Runs jobs until `next` returns nil.
  ///
  /// - Parameters:
  ///   - next: makes the next job; called on this thread.
  ///   - isAlone: whether no job is made after this one until its result is taken, since it takes much memory.
  ///   - makeWorker: makes a thread's own state; called once on each worker thread.
  ///   - work: does one job with a worker's state.
  ///   - consume: takes a result, in the order of the jobs; called on this thread.
  /// - Throws: the first error in the order of the jobs, or `PipelineError.cancelled`; remaining jobs are abandoned.
  func run<Job: Sendable, Worker, Output: Sendable>(
    next: () throws -> Job?,
    isAlone: (Job) -> Bool = { _ in false },
    makeWorker: @escaping @Sendable () throws -> Worker,
    work: @escaping @Sendable (inout Worker, Job) throws -> Output,
    consume: (Output) throws -> Void
  ) throws {
    let exchange = JobExchange<Job, Output>()
    let started = try start { exchange.serve(makeWorker: makeWorker, work: work) }
    defer { exchange.close(workers: started) }
    var made = 0
    var taken = 0
    var exhausted = false
    var alone = 0
    var failure: (any Error)?
    while !exhausted || taken < made {
      while !exhausted, made - taken < window, taken >= alone {
        do {
          try cancellation?.check()
          try memory.check()
          if let job = try next() {
            exchange.put(job, number: made)
            made += 1
            if isAlone(job) { alone = made }
          } else {
            exhausted = true
          }
        } catch {
          // The jobs before are finished first: one of them may have failed, too.
          failure = error
          exhausted = true
        }
      }
      guard taken < made else { break }
      try consume(exchange.take(number: taken))
      taken += 1
    }
    if let failure { throw failure }
  }

  /// Starts the worker threads, or as many as the system gives, and says how many they are.
  ///
  /// - Throws: `PipelineError.unavailable` when it gives none.
  private func start(_ body: @escaping @Sendable () -> Void) throws -> Int {
    for started in 0..<threads {
      do { try WorkerThread.start(body) } catch {
        guard started > 0 else { throw PipelineError.unavailable("no worker can start: \(error)") }
        return started
      }
    }
    return threads
  }
}

/// The place where jobs and results change hands between the composing thread and the workers.
private final class JobExchange<Job: Sendable, Output: Sendable>: @unchecked Sendable {
  // Every access to the fields below holds `condition`.
  private let condition = NSCondition()
  private var jobs: [(number: Int, job: Job)] = []
  private var firstJob = 0
  private var results: [Int: Result<Output, any Error>] = [:]
  private var closed = false
  private var ended = 0

  func put(_ job: Job, number: Int) {
    condition.lock()
    jobs.append((number, job))
    condition.broadcast()
    condition.unlock()
  }

  func take(number: Int) throws -> Output {
    condition.lock()
    while results[number] == nil { condition.wait() }
    let result = results.removeValue(forKey: number)
    condition.unlock()
    guard let result else { throw CancellationError() }
    return try result.get()
  }

  /// Ends the workers and waits for them.
  func close(workers: Int) {
    condition.lock()
    closed = true
    jobs.removeAll()
    firstJob = 0
    condition.broadcast()
    while ended < workers { condition.wait() }
    condition.unlock()
  }

  func serve<Worker>(makeWorker: () throws -> Worker, work: (inout Worker, Job) throws -> Output) {
    do {
      var state = try makeWorker()
      while let (number, job) = pick() { give(Result { try work(&state, job) }, number: number) }
    } catch {
      while let (number, _) = pick() { give(.failure(error), number: number) }
    }
    condition.lock()
    ended += 1
    condition.broadcast()
    condition.unlock()
  }

  private func give(_ result: Result<Output, any Error>, number: Int) {
    condition.lock()
    results[number] = result
    condition.broadcast()
    condition.unlock()
  }

  private func pick() -> (Int, Job)? {
    condition.lock()
    defer { condition.unlock() }
    while firstJob == jobs.count, !closed { condition.wait() }
    guard !closed else { return nil }
    let entry = jobs[firstJob]
    firstJob += 1
    if firstJob == jobs.count || firstJob >= 64 {
      jobs.removeFirst(firstJob)
      firstJob = 0
    }
    return (entry.number, entry.job)
  }
}
