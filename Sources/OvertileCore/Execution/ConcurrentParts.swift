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
    let parts = Parts(count: count, body)
    for _ in 1..<max(1, min(threads, count)) {
      parts.enter()
      do { try WorkerThread.start { parts.serve() } } catch {
        parts.leave()
        break
      }
    }
    parts.enter()
    parts.serve()
    parts.wait()
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
    guard threads > 1 else { return (first(), second()) }
    let made = Made<First>()
    let parts = Parts(count: 1) { _ in made.value = first() }
    parts.enter()
    do { try WorkerThread.start { parts.serve() } } catch { parts.leave() }
    let second = second()
    parts.wait()
    // Where the system has no further thread, the calling one makes both.
    return (made.value ?? first(), second)
  }

  /// A value that another thread sets, and that is read when it has ended.
  private final class Made<Value>: @unchecked Sendable {
    var value: Value?
  }

  private final class Values<Value: Sendable>: @unchecked Sendable {
    // Guarded by `lock`.
    private var values: [Value?]
    private let lock = NSLock()

    init(_ count: Int) { values = Array(repeating: nil, count: count) }

    func set(_ part: Int, _ value: Value) { lock.withLock { values[part] = value } }

    var all: [Value] { lock.withLock { values.compactMap(\.self) } }
  }

  private final class Parts: @unchecked Sendable {
    // Guarded by `condition`.
    private var next = 0
    private var servants = 0
    private let condition = NSCondition()
    private let count: Int
    private let body: @Sendable (Int) -> Void

    init(count: Int, _ body: @escaping @Sendable (Int) -> Void) { (self.count, self.body) = (count, body) }

    func enter() { condition.withLock { servants += 1 } }

    func leave() {
      condition.withLock {
        servants -= 1
        condition.broadcast()
      }
    }

    func wait() {
      condition.withLock { while servants > 0 { condition.wait() } }
    }

    func serve() {
      while let part = pick() { body(part) }
      leave()
    }

    private func pick() -> Int? {
      condition.withLock {
        guard next < count else { return nil }
        next += 1
        return next - 1
      }
    }
  }
}
