import Foundation

/// The values that a bundle keeps in memory, and the reads in progress.
///
/// Values are kept up to a number of bytes. Tasks that need the same value at the same time share one read; it goes on
/// until nobody waits for any of its values. A lock guards the tables and is never held during a read.
final class BundleCache: @unchecked Sendable {
  /// A value, or the error of reading it.
  typealias Outcome = Result<CacheValue, any Error>
  /// Reads some values, by the indices of their keys among those that were asked for; one outcome per index.
  typealias Load = @Sendable (_ missing: [Int]) async -> [Outcome]

  /// A read in progress, of one value or several. The lock of the cache guards it.
  private final class Read: @unchecked Sendable {
    var keys: [CacheKey] = []
    var task: Task<Void, Never>?
    /// The number of values that somebody waits for.
    var wanted = 0
    /// The ends of the waits.
    var waits: [AsyncStream<Void>.Continuation] = []
    /// The outcome of each key; nil until the read ends.
    var outcomes: [CacheKey: Outcome]?
  }

  /// Where a value comes from.
  private enum Source {
    case kept(CacheValue)
    case read(Read)
  }

  private let lock = NSLock()
  private var kept: RecentValues<CacheKey, CacheValue>
  private var reads: [CacheKey: Read] = [:]

  /// Keeps values of so many bytes in all; 0 keeps none, but reads in progress are still shared.
  init(limit: Int) { kept = RecentValues(limit: limit) }

  /// An upper estimate of the bytes of all values that are kept, never beyond the limit.
  var bytes: Int { lock.withLock { kept.cost } }

  /// The number of waits for the values of the read that is in progress for a key.
  func waits(for key: CacheKey) -> Int { lock.withLock { reads[key]?.wanted ?? 0 } }

  /// Whether a value is kept. It counts neither as a hit nor as a use.
  func holds(_ key: CacheKey) -> Bool { lock.withLock { kept.holds(key) } }

  /// Forgets all values; reads in progress go on.
  func removeAll() { lock.withLock { kept.removeAll() } }

  /// The value of a key: a kept one, that of a read in progress, or the result of `load`. Errors are not kept.
  func value(
    _ key: CacheKey, load: @escaping @Sendable () async throws -> CacheValue
  ) async throws -> CacheValue {
    try await values([key]) { _ in [await result(load)] }[0].get()
  }

  /// The values of some keys, in their order. Those that are neither kept nor being read are the results of one `load`.
  ///
  /// - Throws: `CancellationError`.
  func values(_ keys: [CacheKey], load: @escaping Load) async throws -> [Outcome] {
    try Task.checkCancellation()
    let sources = lock.withLock { join(keys, load) }
    defer { lock.withLock { for case .read(let read) in sources { leave(read) } } }
    var outcomes: [Outcome] = []
    for (key, source) in zip(keys, sources) {
      switch source {
      case .kept(let value): outcomes.append(.success(value))
      case .read(let read):
        for await _ in end(of: read) {}
        guard let outcome = lock.withLock({ read.outcomes?[key] }) else { throw CancellationError() }
        outcomes.append(outcome)
      }
    }
    return outcomes
  }

  /// Joins the reads of keys, and begins one for those that nobody reads.
  private func join(_ keys: [CacheKey], _ load: @escaping Load) -> [Source] {
    let new = Read()
    var missing: [Int] = []
    let sources = keys.enumerated().map { index, key -> Source in
      if let value = kept.value(key) { return .kept(value) }
      let read = reads[key] ?? new
      if reads[key] == nil {
        new.keys.append(key)
        missing.append(index)
        reads[key] = new
      }
      read.wanted += 1
      return .read(read)
    }
    // `finish` waits for the lock, so it sees the task.
    if !new.keys.isEmpty { new.task = Task { [missing] in finish(new, await load(missing)) } }
    return sources
  }

  /// A stream without elements that ends with a read, or when the task that waits is canceled.
  private func end(of read: Read) -> AsyncStream<Void> {
    AsyncStream { wait in
      lock.withLock { if read.outcomes == nil { read.waits.append(wait) } else { wait.finish() } }
    }
  }

  /// Ends the wait for a value; gives up the read if nobody waits for any of its values.
  private func leave(_ read: Read) {
    read.wanted -= 1
    guard read.wanted == 0 else { return }
    read.task?.cancel()
    for key in read.keys where reads[key] === read { reads[key] = nil }
  }

  /// Keeps the values of a read, and hands all outcomes to those who wait for them.
  private func finish(_ read: Read, _ outcomes: [Outcome]) {
    let costs = outcomes.map { (try? $0.get().cost) ?? 0 }
    lock.withLock {
      read.outcomes = Dictionary(zip(read.keys, outcomes)) { first, _ in first }
      for (index, key) in read.keys.enumerated() where reads[key] === read {
        reads[key] = nil
        if case .success(let value) = outcomes[index] { kept.insert(value, for: key, cost: costs[index]) }
      }
      for wait in read.waits { wait.finish() }
    }
  }
}
