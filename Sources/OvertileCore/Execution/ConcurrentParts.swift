import Foundation

/// A number of parts of work, done at the same time by threads that end with them.
package enum ConcurrentParts {
  /// Does every part once, and returns when all are done.
  ///
  /// The calling thread works, too; if the system has no further thread, it does the rest.
  ///
  /// - Parameters:
  ///   - count: the number of parts.
  ///   - threads: the most threads, the calling one among them.
  ///   - body: does the part of a number, 0 to `count` - 1; called on any of the threads.
  package static func perform(_ count: Int, threads: Int, _ body: @escaping @Sendable (Int) -> Void) {
    let lock = NSLock()
    // The numbers of the parts that no thread has taken, guarded by `lock`.
    nonisolated(unsafe) var rest = 0..<count
    let work: @Sendable () -> Void = { while let part = lock.withLock({ rest.popFirst() }) { body(part) } }
    let ended = DispatchSemaphore(value: 0)
    let helpers = (1..<max(1, min(threads, count))).count { _ in
      (try? WorkerThread.start {
        work()
        ended.signal()
      }) != nil
    }
    work()
    for _ in 0..<helpers { ended.wait() }
  }

  /// The values of parts, in the order of their numbers, each made as by `perform`.
  package static func map<Value: Sendable>(
    _ count: Int, threads: Int, _ body: @escaping @Sendable (Int) -> Value
  ) -> [Value] {
    guard threads > 1, count > 1 else { return (0..<count).map(body) }
    let lock = NSLock()
    // Guarded by `lock`.
    nonisolated(unsafe) var values = [Value?](repeating: nil, count: count)
    perform(count, threads: threads) { part in
      let value = body(part)
      lock.withLock { values[part] = value }
    }
    return values.compactMap(\.self)
  }

  /// Two values, made at the same time if there are two threads.
  package static func both<First: Sendable, Second: Sendable>(
    threads: Int, _ first: @escaping @Sendable () -> First, _ second: @escaping @Sendable () -> Second
  ) -> (First, Second) {
    let made = map(2, threads: threads) { part -> (First?, Second?) in part == 0 ? (first(), nil) : (nil, second()) }
    return (made[0].0 ?? first(), made[1].1 ?? second())
  }
}
