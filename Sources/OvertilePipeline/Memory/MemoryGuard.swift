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
  private let blocks: @Sendable () -> FileBlocks?
  // Guarded by `lock`.
  private var isStopped = false
  private var hasReached = false
  private var trimmed = 0
  private var leftByBlocks = 0
  private let lock = NSLock()

  /// The interval between two checks, in microseconds.
  private static let interval: UInt32 = 3000

  /// Prepares a guard.
  ///
  /// - Parameters:
  ///   - reached: called once when the run must stop, with the resident bytes.
  ///   - passed: called when the run has not stopped and its memory still grows; the process must end.
  ///   - blocks: the blocks in files, once there may be some.
  init(
    _ bound: MemoryBound, reached: @escaping @Sendable (Int) -> Void, passed: @escaping @Sendable (Int) -> Void,
    blocks: @escaping @Sendable () -> FileBlocks? = { nil }
  ) {
    (self.bound, self.blocks) = (bound, blocks)
    (self.reached, self.passed) = (reached, passed)
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
    while !waited() {
      let resident = look()
      if resident > bound.lastLimit { return passed(resident) }
    }
  }

  /// Checks once, on the calling thread: on a busy machine a thread that asks for memory may run long before the guard's does.
  ///
  /// - Returns: the resident bytes.
  @discardableResult func look() -> Int {
    lock.lock()
    defer { lock.unlock() }
    var resident = ResidentMemory.bytes
    if resident > bound.fileBlocksLimit, let blocks = blocks() { resident = relieved(resident, blocks) }
    guard !hasReached, resident > bound.runLimit else { return resident }
    // Free memory that the allocator keeps is not needed, but releasing it often would cost more than it gains.
    if resident > trimmed + Self.trimStep {
      ResidentMemory.giveBack()
      resident = ResidentMemory.bytes
      trimmed = resident
    }
    if resident > bound.runLimit {
      hasReached = true
      reached(resident)
    }
    return resident
  }

  private static let trimStep = 1 << 20

  /// Puts more blocks into files, and lets their pages go if the bound is near.
  ///
  /// - Returns: the resident bytes.
  private func relieved(_ resident: Int, _ blocks: FileBlocks) -> Int {
    blocks.takeMore()
    // Where other memory is near the bound, little would go each time.
    guard resident > bound.letGoLimit, resident > min(leftByBlocks + Self.blockStep, bound.runLimit), blocks.bytes > 0
    else { return resident }
    blocks.letGo()
    leftByBlocks = ResidentMemory.bytes
    return leftByBlocks
  }

  private static let blockStep = 8 << 20

  /// Waits for the next check; true if there is none. Independent of the clock, which may be set back.
  private func waited() -> Bool {
    usleep(Self.interval)
    return lock.withLock { isStopped }
  }
}
