import Foundation
import OvertileCore

/// Checks the memory of the process every few milliseconds, on a thread of its own.
///
/// The pages of columns in files are let go where the resident set is large, and do not count: the system takes them back itself.
/// Memory counts once it is touched, which takes time: between two checks a process grows by about 10 MB at most, even
/// with a single allocation of a gigabyte. So the guard acts in time, whichever code allocates.
final class MemoryGuard: @unchecked Sendable {
  private let bound: MemoryBound
  private let reached: @Sendable (Int) -> Void
  private let passed: @Sendable (Int) -> Void
  // Guarded by `lock`.
  private var isStopped = false
  private var hasReached = false
  private var trimmed = 0
  private var leftByColumns = 0
  private let lock = NSLock()

  /// The interval between two checks, in microseconds.
  private static let interval: UInt32 = 3000

  /// Prepares a guard.
  ///
  /// - Parameters:
  ///   - reached: called once when the run must stop, with the bytes in use.
  ///   - passed: called when the run has not stopped and its memory still grows; the process must end.
  init(
    _ bound: MemoryBound, reached: @escaping @Sendable (Int) -> Void, passed: @escaping @Sendable (Int) -> Void
  ) {
    (self.bound, self.reached, self.passed) = (bound, reached, passed)
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
    while true {
      // Independent of the clock, which may be set back.
      usleep(Self.interval)
      if lock.withLock({ isStopped }) { return }
      let bytes = look()
      if bytes > bound.lastLimit { return passed(bytes) }
    }
  }

  /// Checks once, and returns the bytes that are the process's own.
  private func look() -> Int {
    lock.lock()
    defer { lock.unlock() }
    let resident = ResidentMemory.bytes
    // Where other memory is near the bound, little would go each time.
    if resident > bound.letGoLimit, resident > leftByColumns + Self.step {
      ColumnFiles.letGo()
      leftByColumns = ResidentMemory.bytes
    }
    var own = ResidentMemory.ownBytes
    guard !hasReached, own > bound.runLimit else { return own }
    // Free memory that the allocator keeps is not needed, but releasing it often would cost more than it gains.
    if own > trimmed + Self.trimStep {
      ResidentMemory.giveBack()
      own = ResidentMemory.ownBytes
      trimmed = own
    }
    if own > bound.runLimit {
      hasReached = true
      reached(own)
    }
    return own
  }

  private static let (step, trimStep) = (8 << 20, 1 << 20)
}
