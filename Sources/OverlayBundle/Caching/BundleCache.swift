import Foundation

/// The values that a bundle keeps in memory, and the reads in progress.
///
/// Values are kept up to a number of bytes. Tasks that need the same value at the same time share one read; it goes on
/// until nobody waits for any of its values. A lock guards the tables and is never held during a read.
final class BundleCache: @unchecked Sendable {
  /// A value, or the error of reading it.
  typealias Outcome = Result<CacheValue, any Error>
  /// Reads some values; one outcome per key.
  typealias Load = @Sendable (_ keys: [CacheKey]) async -> [Outcome]

  /// A read in progress, of one value or several. The lock of the cache guards it.
  private final class Read: @unchecked Sendable {
    var task: Task<Void, Never>?
    /// The number of values that somebody waits for.
    var wanted = 0
  }

  /// A value in a read, and the waits for it: the index of the value in each.
  private struct Flight {
    var read: Read
    var waits: [UInt64: [Int]] = [:]
  }

  /// A task that waits for values.
  private struct Wait {
    var keys: [CacheKey]
    var outcomes: [Outcome?]
    var missing = 0
    var continuation: CheckedContinuation<[Outcome], any Error>

    /// Ends the wait, which misses nothing any more.
    func end() { continuation.resume(returning: outcomes.compactMap(\.self)) }
  }

  private let lock = NSLock()
  private var kept: RecentValues<CacheKey, CacheValue>
  private var flights: [CacheKey: Flight] = [:]
  private var waits: [UInt64: Wait] = [:]
  private var next: UInt64 = 0
  private var counts = CacheStatistics()

  /// Keeps values of so many bytes in all; 0 keeps none, but reads in progress are still shared.
  init(limit: Int) { kept = RecentValues(limit: limit) }

  /// The counts and the content of the cache.
  var statistics: CacheStatistics {
    lock.withLock {
      var counts = counts
      (counts.bytes, counts.values, counts.evictions) = (kept.cost, kept.count, kept.evictions)
      return counts
    }
  }

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
    let hits = lock.withLock { () -> [Outcome]? in
      guard keys.allSatisfy({ kept.value($0) != nil }) else { return nil }
      return keys.compactMap { hit($0) }
    }
    if let hits { return hits }
    let ticket = lock.withLock {
      next += 1
      return next
    }
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { enter(keys, ticket: ticket, $0, load) }
    } onCancel: {
      lock.withLock { withdraw(ticket) }?.resume(throwing: CancellationError())
    }
  }

  private func hit(_ key: CacheKey) -> Outcome? {
    guard let value = kept.value(key) else { return nil }
    counts.hits += 1
    return .success(value)
  }

  /// Joins the reads of keys, and begins one for those that nobody reads.
  private func enter(
    _ keys: [CacheKey], ticket: UInt64, _ continuation: CheckedContinuation<[Outcome], any Error>,
    _ load: @escaping Load
  ) {
    let ended = lock.withLock { () -> Wait? in
      var wait = Wait(keys: keys, outcomes: keys.map { hit($0) }, continuation: continuation)
      var new: [CacheKey] = []
      let read = Read()
      for (index, key) in keys.enumerated() where wait.outcomes[index] == nil {
        wait.missing += 1
        if flights[key] == nil {
          counts.misses += 1
          new.append(key)
          flights[key] = Flight(read: read)
        } else {
          counts.shared += 1
        }
        flights[key]?.waits[ticket, default: []].append(index)
      }
      guard wait.missing > 0 else { return wait }
      waits[ticket] = wait
      if !new.isEmpty { begin(read, new, load) }
      return nil
    }
    ended?.end()
    // Cancellation sets the flag before it withdraws, so either the flag or the wait is seen.
    if Task.isCancelled { lock.withLock { withdraw(ticket) }?.resume(throwing: CancellationError()) }
  }

  private func begin(_ read: Read, _ keys: [CacheKey], _ load: @escaping Load) {
    read.wanted = keys.count
    // `finish` waits for the lock, so it sees the task.
    read.task = Task { finish(read, keys, await load(keys)) }
  }

  /// Ends a wait without its values: gives up the reads that nobody else waits for. Returns the continuation, if the
  /// wait has not ended.
  private func withdraw(_ ticket: UInt64) -> CheckedContinuation<[Outcome], any Error>? {
    guard let wait = waits.removeValue(forKey: ticket) else { return nil }
    for key in wait.keys {
      guard flights[key]?.waits.removeValue(forKey: ticket) != nil, let flight = flights[key], flight.waits.isEmpty
      else { continue }
      flights[key] = nil
      flight.read.wanted -= 1
      if flight.read.wanted == 0 { flight.read.task?.cancel() }
    }
    return wait.continuation
  }

  /// Keeps the values of a read, and hands all outcomes to those who wait for them.
  private func finish(_ read: Read, _ keys: [CacheKey], _ outcomes: [Outcome]) {
    let costs = outcomes.map { (try? $0.get().cost) ?? 0 }
    let ended = lock.withLock { () -> [Wait] in
      var ended: [Wait] = []
      for (index, key) in keys.enumerated() {
        guard let flight = flights[key], flight.read === read else { continue }
        flights[key] = nil
        if case .success(let value) = outcomes[index] { kept.insert(value, for: key, cost: costs[index]) }
        for (ticket, indices) in flight.waits {
          for own in indices { waits[ticket]?.outcomes[own] = outcomes[index] }
          waits[ticket]?.missing -= indices.count
          if waits[ticket]?.missing == 0, let wait = waits.removeValue(forKey: ticket) { ended.append(wait) }
        }
      }
      return ended
    }
    for wait in ended { wait.end() }
  }
}
