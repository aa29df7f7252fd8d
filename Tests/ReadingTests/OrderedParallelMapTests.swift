import Foundation
import OvertileCore
import TestSupport
import Testing

@testable import OvertileReading

@Suite struct OrderedParallelMapTests {
  private struct Failure: Error, Equatable {
    var text: String
  }

  /// Counts the objects alive and the jobs in progress, from any thread.
  private final class Census: @unchecked Sendable {
    // Guarded by `lock`.
    private let lock = NSLock()
    private var alive = 0
    private var made = 0
    private var begun = 0
    func add() { lock.withLock { (alive, made) = (alive + 1, made + 1) } }
    func remove() { lock.withLock { alive -= 1 } }
    func begin() { lock.withLock { begun += 1 } }
    var counts: (alive: Int, made: Int, begun: Int) { lock.withLock { (alive, made, begun) } }
  }

  /// A thread's own state, which reports when it is released.
  private final class Worker {
    private let census: Census
    init(_ census: Census) {
      self.census = census
      census.add()
    }
    deinit { census.remove() }
  }

  /// The numbers from 0; a job of some number may fail.
  private static func numbers(_ count: Int, failing: (number: Int, text: String)? = nil) -> () throws -> Int? {
    var next = 0
    return {
      defer { next += 1 }
      if let failing, failing.number == next { throw Failure(text: failing.text) }
      return next < count ? next : nil
    }
  }

  @Test(arguments: [1, 2, 7, 16]) func resultsComeInTheOrderOfTheJobs(threads: Int) throws {
    var results: [Int] = []
    let census = Census()
    try OrderedParallelMap(pool: WorkerPool(threads: threads)).run(
      next: Self.numbers(20_000),
      makeWorker: { Worker(census) },
      work: { _, job in job * 2 },
      consume: { results.append($0) })
    #expect(results == (0..<20_000).map { $0 * 2 } && census.counts.alive == 0)
    #expect((1...threads).contains(census.counts.made))
  }

  @Test func jobsOfUnequalLengthKeepTheirOrder() throws {
    var random = SeededRandom(seed: 1)
    let lengths = (0..<300).map { _ in Int.random(in: 0...3000, using: &random) }
    var results: [Int] = []
    try OrderedParallelMap(pool: WorkerPool(threads: 4), window: 9).run(
      next: Self.numbers(lengths.count),
      makeWorker: { 0 },
      work: { (state: inout Int, job: Int) in
        for step in 0..<lengths[job] { state = state &* 31 &+ step }
        return job
      },
      consume: { results.append($0) })
    #expect(results == Array(lengths.indices))
  }

  @Test(arguments: [(1, 1), (2, 2), (3, 10), (4, 1)]) func atMostTheWindowIsUnderWay(threads: Int, window: Int) throws {
    let limit = max(threads, window)
    var made = 0
    var taken = 0
    try OrderedParallelMap(pool: WorkerPool(threads: threads), window: window).run(
      next: { () -> Int? in
        guard made < 500 else { return nil }
        made += 1
        #expect(made - taken <= limit)
        return made
      },
      makeWorker: { 0 },
      work: { _, job in job },
      consume: { _ in taken += 1 })
    #expect(taken == 500)
  }

  @Test func noJobs() throws {
    let census = Census()
    try OrderedParallelMap(pool: WorkerPool(threads: 3)).run(
      next: { Int?.none }, makeWorker: { Worker(census) }, work: { (_: inout Worker, job: Int) in job },
      consume: { _ in Issue.record("nothing was made") })
    #expect(census.counts.alive == 0)
  }

  // MARK: Errors

  @Test(arguments: [1, 2, 7], [nil, 1, 100]) func theFirstErrorOfTheWorkCounts(threads: Int, window: Int?) {
    var taken: [Int] = []
    let census = Census()
    #expect(throws: Failure(text: "job 40")) {
      try OrderedParallelMap(pool: WorkerPool(threads: threads), window: window).run(
        next: Self.numbers(10_000),
        makeWorker: { Worker(census) },
        work: { _, job in
          census.begin()
          if job >= 40 { throw Failure(text: "job \(job)") }
          return job
        },
        consume: { taken.append($0) })
    }
    #expect(taken == Array(0..<40) && census.counts.alive == 0)
    #expect(census.counts.begun <= 41 + max(threads * 4, window ?? 0), "the rest is abandoned")
  }

  /// Also if making jobs fails while an earlier job has failed already.
  @Test(arguments: [1, 2, 7]) func theErrorOfAnEarlierJobComesBeforeThatOfTheSupply(threads: Int) {
    #expect(throws: Failure(text: "job 3")) {
      try OrderedParallelMap(pool: WorkerPool(threads: threads), window: 64).run(
        next: Self.numbers(11, failing: (10, "supply")),
        makeWorker: { 0 },
        work: { (_: inout Int, job: Int) -> Int in
          if job == 3 { throw Failure(text: "job 3") }
          return job
        },
        consume: { _ in })
    }
  }

  @Test(arguments: [1, 2, 7]) func errorsOfTheSupplyTheConsumerAndTheWorkersEndTheRun(threads: Int) {
    let census = Census()
    func run(_ culprit: String) throws {
      try OrderedParallelMap(pool: WorkerPool(threads: threads)).run(
        next: Self.numbers(1000, failing: culprit == "next" ? (50, culprit) : nil),
        makeWorker: {
          if culprit == "makeWorker" { throw Failure(text: culprit) }
          return Worker(census)
        },
        work: { _, job in job },
        consume: { if culprit == "consume", $0 == 50 { throw Failure(text: culprit) } })
    }
    for culprit in ["next", "makeWorker", "consume"] {
      #expect(throws: Failure(text: culprit)) { try run(culprit) }
      #expect(census.counts.alive == 0, "\(culprit)")
    }
  }
}
