import Foundation
import OvertileExecution

/// Checks the resident set of the process every few milliseconds, on a thread of its own.
///
/// Memory counts once it is touched, which takes time: between two checks a process grows by about 10 MB at most, even
/// with a single allocation of a gigabyte. So the guard acts in time, whichever code allocates.
final class MemoryGuard: @unchecked Sendable {
  private let bound: MemoryBound
  private let reached: @Sendable (Int) -> Void
  private let passed: @Sendable (Int) -> Void
  // Guarded by `lock`.
  private var isStopped = false
  private let lock = NSLock()

  /// The interval between two checks, in microseconds.
  private static let interval: UInt32 = 3000

  /// Prepares a guard.
  ///
  /// - Parameters:
  ///   - reached: called once when the run must stop, with the resident bytes.
  ///   - passed: called when the run has not stopped and its memory still grows; the process must end.
  init(
    _ bound: MemoryBound, reached: @escaping @Sendable (Int) -> Void, passed: @escaping @Sendable (Int) -> Void
  ) {
    self.bound = bound
    self.reached = reached
    self.passed = passed
  }

  /// Starts checking.
  ///
  /// - Throws: if the system cannot start a thread.
  func start() throws {
    try WorkerThread.start { [self] in watch() }
  }

  /// Stops checking.
  func stop() {
    lock.withLock { isStopped = true }
  }

  private func watch() {
    var (hasReached, trimmed) = (false, 0)
    while !waited() {
      var resident = ResidentMemory.bytes
      // Free memory that the allocator keeps is not needed, but releasing it often would cost more than it gains.
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

  /// Waits for the next check; true if there is none. Independent of the clock, which may be set back.
  private func waited() -> Bool {
    usleep(Self.interval)
    return lock.withLock { isStopped }
  }
}
