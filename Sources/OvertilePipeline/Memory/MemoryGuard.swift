import Foundation
import OvertileExecution

/// Looks at the resident set of the process every few milliseconds, on a thread of its own.
///
/// Memory counts when it is touched, which takes time: between two looks a process grows by some 10 MB at most, also by a
/// single allocation of a gigabyte. So the guard is in time, in whatever code the allocation is.
final class MemoryGuard: @unchecked Sendable {
  private let bound: MemoryBound
  private let reached: @Sendable (Int) -> Void
  private let passed: @Sendable (Int) -> Void
  // Guarded by `lock`.
  private var isStopped = false
  private let lock = NSLock()

  /// Between two looks, in microseconds.
  private static let interval: UInt32 = 3000

  /// Prepares a guard.
  ///
  /// - Parameters:
  ///   - reached: is told once that the run must stop, with the resident bytes.
  ///   - passed: is told that it has not stopped and goes on taking; the process must end.
  init(
    _ bound: MemoryBound, reached: @escaping @Sendable (Int) -> Void, passed: @escaping @Sendable (Int) -> Void
  ) {
    self.bound = bound
    self.reached = reached
    self.passed = passed
  }

  /// Begins to look.
  ///
  /// - Throws: where the system cannot start a thread.
  func start() throws {
    try WorkerThread.start { [self] in watch() }
  }

  /// Ends looking.
  func stop() {
    lock.withLock { isStopped = true }
  }

  private func watch() {
    var (hasReached, trimmed) = (false, 0)
    while !waited() {
      var resident = ResidentMemory.bytes
      // What the allocator keeps is not needed; but asking often would cost more than it gives.
      if !hasReached, resident > bound.runLimit, resident > trimmed + Self.trimStep {
        ResidentMemory.giveBack()
        resident = ResidentMemory.bytes
        trimmed = resident
      }
      if resident > bound.runLimit, !hasReached {
        hasReached = true
        reached(resident)
      }
      if resident > bound.lastLimit { return passed(resident) }
    }
  }

  private static let trimStep = 1 << 20

  /// Waits for the next look; true when there is none. By no clock, which may be set back.
  private func waited() -> Bool {
    usleep(Self.interval)
    return lock.withLock { isStopped }
  }
}
