import Foundation
import Testing

@testable import Execution

@Suite("Threads and time")
struct ExecutionTests {
  /// What threads have counted.
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

  @Test("every part is done once, whatever the threads", arguments: [1, 2, 7], [0, 1, 5, 1000])
  func partsAreDoneOnce(threads: Int, count: Int) {
    let counter = Counter()
    ConcurrentParts.perform(count, threads: threads) { counter.add($0) }
    #expect(counter.all == Dictionary(uniqueKeysWithValues: (0..<count).map { ($0, 1) }))
  }

  @Test("a stopwatch counts up")
  func stopwatchCountsUp() {
    let clock = Stopwatch()
    var last = clock.seconds
    #expect(last >= 0)
    for _ in 0..<1000 {
      let now = clock.seconds
      #expect(now >= last)
      last = now
    }
  }

  @Test("a thread that is not given is explained")
  func errorIsExplained() {
    let text = ThreadError(code: EAGAIN).description
    #expect(text.contains("ulimit -u") && text.contains("--jobs"))
  }
}
