import Foundation

/// The values that a bundle keeps in memory, and the reads in progress.
///
/// Values are kept up to a number of bytes. Tasks that need the same value at the same time share one read; it goes on
/// until the last of them is cancelled. A lock guards the tables and is never held during a read.
final class BundleCache: @unchecked Sendable {
  private typealias Waiter = CheckedContinuation<CacheValue, any Error>

  private struct Flight {
    var number: UInt64
    var task: Task<Void, Never>
    var waiters: [UInt64: Waiter]
  }

  private let lock = NSLock()
  private var kept: RecentValues<CacheKey, CacheValue>
  private var flights: [CacheKey: Flight] = [:]
  private var next: UInt64 = 0
  private var counts = CacheStatistics()

  /// Keeps values of so many bytes in all; 0 keeps none, but reads in progress are still shared.
  init(limit: Int) { kept = RecentValues(limit: limit) }

  /// The cache's counts so far, and its content.
  var statistics: CacheStatistics {
    lock.withLock {
      var counts = counts
      (counts.bytes, counts.values, counts.evictions) = (kept.cost, kept.count, kept.evictions)
      return counts
    }
  }

  /// Forgets all values; reads in progress go on.
  func removeAll() { lock.withLock { kept.removeAll() } }

  /// The value of a key: a kept one, that of a read in progress, or the result of `load`. Errors are not kept.
  func value(
    _ key: CacheKey, load: @escaping @Sendable () async throws -> CacheValue
  ) async throws -> CacheValue {
    try Task.checkCancellation()
    if let hit = lock.withLock({ hit(key) }) { return hit }
    let ticket = lock.withLock { takeNumber() }
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { enter(key, ticket: ticket, $0, load) }
    } onCancel: {
      leave(key, ticket: ticket)
    }
  }

  private func hit(_ key: CacheKey) -> CacheValue? {
    guard let value = kept.value(key) else { return nil }
    counts.hits += 1
    return value
  }

  private func takeNumber() -> UInt64 {
    next += 1
    return next
  }

  /// Joins the read of a key, or begins one.
  private func enter(
    _ key: CacheKey, ticket: UInt64, _ waiter: Waiter, _ load: @escaping @Sendable () async throws -> CacheValue
  ) {
    let result = lock.withLock { () -> Result<CacheValue, any Error>? in
      // Cancellation sets the flag before it calls `leave`, so either the flag or the waiter is seen.
      if Task.isCancelled { return .failure(CancellationError()) }
      if let value = hit(key) { return .success(value) }
      if flights[key] != nil {
        counts.shared += 1
        flights[key]?.waiters[ticket] = waiter
        return nil
      }
      counts.misses += 1
      let number = takeNumber()
      let task = Task {
        do {
          let value = try await load()
          finish(key, number: number, .success(value), cost: value.cost)
        } catch {
          finish(key, number: number, .failure(error), cost: 0)
        }
      }
      flights[key] = Flight(number: number, task: task, waiters: [ticket: waiter])
      return nil
    }
    if let result { waiter.resume(with: result) }
  }

  /// Ends the wait of a cancelled task, and the read if nobody else waits.
  private func leave(_ key: CacheKey, ticket: UInt64) {
    let waiter = lock.withLock { () -> Waiter? in
      guard let waiter = flights[key]?.waiters.removeValue(forKey: ticket) else { return nil }
      if let flight = flights[key], flight.waiters.isEmpty {
        flight.task.cancel()
        flights[key] = nil
      }
      return waiter
    }
    waiter?.resume(throwing: CancellationError())
  }

  private func finish(_ key: CacheKey, number: UInt64, _ result: Result<CacheValue, any Error>, cost: Int) {
    let waiters = lock.withLock { () -> [Waiter] in
      guard let flight = flights[key], flight.number == number else { return [] }
      flights[key] = nil
      if case .success(let value) = result { kept.insert(value, for: key, cost: cost) }
      return Array(flight.waiters.values)
    }
    for waiter in waiters { waiter.resume(with: result) }
  }
}

/// The counts of a bundle's cache since it was opened, and its content.
public struct CacheStatistics: Sendable, Hashable {
  /// Values that were in the cache.
  public var hits = 0
  /// Values that had to be read.
  public var misses = 0
  /// Values that another task was reading already.
  public var shared = 0
  /// Values that were evicted.
  public var evictions = 0
  /// The values held.
  public var values = 0
  /// An upper estimate of the bytes of the values held; never more than the limit.
  public var bytes = 0

  /// Makes statistics of an unused cache.
  public init() {}
}
