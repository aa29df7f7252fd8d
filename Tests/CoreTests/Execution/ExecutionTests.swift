import Foundation
import Testing

@testable import OvertileCore

@Suite("Threads and time")
struct ExecutionTests {
  /// A counter for threads.
  private final class Counter: @unchecked Sendable {
    private let lock = NSLock()
    private var counts: [Int: Int] = [:]

    func add(_ number: Int) { lock.withLock { counts[number, default: 0] += 1 } }

    var all: [Int: Int] { lock.withLock { counts } }
  }

  @Test("a thread runs its closure, on another thread")
  func threadRuns() throws {
    let isDone = DispatchSemaphore(value: 0)
    let counter = Counter()
    let caller = UInt(bitPattern: pthread_self().hashValue)
    try WorkerThread.start {
      counter.add(UInt(bitPattern: pthread_self().hashValue) == caller ? 1 : 2)
      isDone.signal()
    }
    isDone.wait()
    #expect(counter.all == [2: 1])
  }

  @Test("every part is done once, and has its place, whatever the threads", arguments: [1, 2, 7], [0, 1, 5, 1000])
  func partsAreDoneOnce(threads: Int, count: Int) {
    let counter = Counter()
    ConcurrentParts.perform(count, threads: threads) { counter.add($0) }
    #expect(counter.all == Dictionary(uniqueKeysWithValues: (0..<count).map { ($0, 1) }))
    #expect(ConcurrentParts.map(count, threads: threads) { $0 * $0 } == (0..<count).map { $0 * $0 })
  }

  @Test(
    "a pool does every task once, begins them in their order, and has no more threads than it was given",
    arguments: [1, 2, 7])
  func poolDoesEveryTask(threads: Int) throws {
    let counter = Counter()
    let members = Counter()
    let isDone = DispatchSemaphore(value: 0)
    var pool: WorkerPool? = WorkerPool(threads: threads)
    for task in 0..<1000 {
      try pool?.add {
        counter.add(task)
        members.add(pthread_self().hashValue)
        isDone.signal()
      }
    }
    // Waiting tasks are done although the pool is released.
    pool = nil
    for _ in 0..<1000 { isDone.wait() }
    #expect(counter.all == Dictionary(uniqueKeysWithValues: (0..<1000).map { ($0, 1) }))
    #expect((1...threads).contains(members.all.count))
  }

  @Test("a pool's threads end with it")
  func poolEnds() throws {
    final class Held: Sendable {}
    weak var held: Held?
    let isDone = DispatchSemaphore(value: 0)
    do {
      let pool = WorkerPool(threads: 3)
      let local = Held()
      held = local
      try pool.add { [local] in
        withExtendedLifetime(local) {}
        isDone.signal()
      }
      isDone.wait()
    }
    let clock = Stopwatch()
    while held != nil, clock.seconds < 20 { usleep(1000) }
    #expect(held == nil)
  }

  @Test("a stopwatch counts up")
  func stopwatchCountsUp() {
    let clock = Stopwatch()
    let times = (0..<1000).map { _ in clock.seconds }
    #expect(times == times.sorted() && times[0] >= 0)
  }

  @Test("a thread that is not given is explained")
  func errorIsExplained() {
    let text = ThreadError(code: EAGAIN).description
    #expect(text.contains("ulimit -u") && text.contains("--threads"))
  }
}
