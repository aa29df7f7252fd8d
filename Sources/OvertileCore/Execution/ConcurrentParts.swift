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
    let parts = Parts(count)
    let work: @Sendable () -> Void = { while let part = parts.next() { body(part) } }
    let ended = DispatchSemaphore(value: 0)
    var helpers = 0
    for _ in 1..<max(1, min(threads, count)) {
      do {
        try WorkerThread.start {
          work()
          ended.signal()
        }
      } catch {
        break
      }
      helpers += 1
    }
    work()
    for _ in 0..<helpers { ended.wait() }
  }

  /// The values of parts, in the order of their numbers, each made as by `perform`.
  package static func map<Value: Sendable>(
    _ count: Int, threads: Int, _ body: @escaping @Sendable (Int) -> Value
  ) -> [Value] {
    guard threads > 1, count > 1 else { return (0..<count).map(body) }
    let values = Values<Value>(count)
    perform(count, threads: threads) { part in values.set(part, body(part)) }
    return values.all
  }

  /// Two values, made at the same time if there are two threads.
  package static func both<First: Sendable, Second: Sendable>(
    threads: Int, _ first: @escaping @Sendable () -> First, _ second: @escaping @Sendable () -> Second
  ) -> (First, Second) {
    let made = map(2, threads: threads) { part -> (First?, Second?) in part == 0 ? (first(), nil) : (nil, second()) }
    return (made[0].0 ?? first(), made[1].1 ?? second())
  }

  private final class Values<Value: Sendable>: @unchecked Sendable {
    // Guarded by `lock`.
    private var values: [Value?]
    private let lock = NSLock()

    init(_ count: Int) { values = Array(repeating: nil, count: count) }

    func set(_ part: Int, _ value: Value) { lock.withLock { values[part] = value } }

    var all: [Value] { lock.withLock { values.compactMap(\.self) } }
  }

  /// The numbers of the parts that no thread has taken.
  private final class Parts: @unchecked Sendable {
    // Guarded by `lock`.
    private var rest: Range<Int>
    private let lock = NSLock()

    init(_ count: Int) { rest = 0..<count }

    func next() -> Int? { lock.withLock { rest.popFirst() } }
  }
}
