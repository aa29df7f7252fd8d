import Foundation

/// The values that a bundle keeps in memory, and the reads in progress.
///
/// Values are kept up to a number of bytes. Tasks that need the same value at the same time share one read; it goes on
/// until nobody waits for any of its values. A lock guards the tables and is never held during a read.
final class BundleCache: @unchecked Sendable {
  /// Reads some values; one result per key.
  typealias Load = @Sendable (_ keys: [CacheKey]) async -> [Result<CacheValue, any Error>]

  /// A read in progress, of one value or several.
  private final class Read {
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
    var values: [CacheValue?]
    var missing: Int
    var continuation: CheckedContinuation<[CacheValue], any Error>
  }

  private typealias Resumption = () -> Void

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
    try await values([key]) { _ in [await result(load)] }[0]
  }

  /// The values of some keys, in their order. Those that are neither kept nor being read are the results of one `load`.
  ///
  /// - Throws: the first error of a value. The others are kept even so.
  func values(_ keys: [CacheKey], load: @escaping Load) async throws -> [CacheValue] {
    try Task.checkCancellation()
    let hits = lock.withLock { () -> [CacheValue]? in
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

  private func hit(_ key: CacheKey) -> CacheValue? {
    guard let value = kept.value(key) else { return nil }
    counts.hits += 1
    return value
  }

  /// Joins the reads of keys, and begins one for those that nobody reads.
  private func enter(
    _ keys: [CacheKey], ticket: UInt64, _ continuation: CheckedContinuation<[CacheValue], any Error>,
    _ load: @escaping Load
  ) {
    let result = lock.withLock { () -> Result<[CacheValue], any Error>? in
      // Cancellation sets the flag before it withdraws, so either the flag or the wait is seen.
      if Task.isCancelled { return .failure(CancellationError()) }
      var wait = Wait(keys: keys, values: keys.map { hit($0) }, missing: 0, continuation: continuation)
      var new: [CacheKey] = []
      let read = Read()
      for (index, key) in keys.enumerated() where wait.values[index] == nil {
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
      guard wait.missing > 0 else { return .success(wait.values.compactMap { $0 }) }
      waits[ticket] = wait
      if !new.isEmpty { begin(read, new, load) }
      return nil
    }
    if let result { continuation.resume(with: result) }
  }

  private func begin(_ read: Read, _ keys: [CacheKey], _ load: @escaping Load) {
    read.wanted = keys.count
    // `finish` waits for the lock, so it sees the task. The read is not sent anywhere but there.
    let handle = ReadHandle(read: read)
    read.task = Task {
      let results = await load(keys)
      let costs = results.map { result -> Int in if case .success(let value) = result { value.cost } else { 0 } }
      finish(handle.read, keys, results, costs: costs)
    }
  }

  /// A read, for its own task: the lock guards all that changes in it.
  private struct ReadHandle: @unchecked Sendable {
    let read: Read
  }

  /// Ends a wait without its values: gives up the reads that nobody else waits for. Returns the continuation, if the
  /// wait has not ended.
  private func withdraw(_ ticket: UInt64) -> CheckedContinuation<[CacheValue], any Error>? {
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

  private func finish(_ read: Read, _ keys: [CacheKey], _ results: [Result<CacheValue, any Error>], costs: [Int]) {
    let resumptions = lock.withLock { () -> [Resumption] in
      var resumptions: [Resumption] = []
      for (index, key) in keys.enumerated() {
        guard let flight = flights[key], flight.read === read else { continue }
        flights[key] = nil
        if case .success(let value) = results[index] { kept.insert(value, for: key, cost: costs[index]) }
        for (ticket, indices) in flight.waits { deliver(results[index], to: ticket, indices, &resumptions) }
      }
      return resumptions
    }
    for resume in resumptions { resume() }
  }

  /// Hands a result to a wait; the last one, or an error, ends it.
  private func deliver(
    _ result: Result<CacheValue, any Error>, to ticket: UInt64, _ indices: [Int], _ resumptions: inout [Resumption]
  ) {
    switch result {
    case .success(let value):
      guard var wait = waits.removeValue(forKey: ticket) else { return }
      for index in indices { wait.values[index] = value }
      wait.missing -= indices.count
      if wait.missing > 0 {
        waits[ticket] = wait
      } else {
        let values = wait.values.compactMap { $0 }
        resumptions.append { wait.continuation.resume(returning: values) }
      }
    case .failure(let error):
      guard let continuation = withdraw(ticket) else { return }
      resumptions.append { continuation.resume(throwing: error) }
    }
  }
}
