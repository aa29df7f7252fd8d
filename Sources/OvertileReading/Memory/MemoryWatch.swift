import Foundation
import OvertileCore
import OvertilePublishing
import OvertileTileArchive

/// Keeps a run within its memory bound, or ends it.
///
/// Without a bound it does nothing. With one, large columns lie in files (see `ColumnFiles`), fewer jobs run at once, and free
/// memory goes back to the system. A thread checks the process every few milliseconds, and lets the pages of columns go before the
/// bound is reached; steps that need much other memory, and can estimate it, ask first.
///
/// Pages of columns in files do not count: the system takes them back itself. Memory counts once it is touched, which takes time:
/// between two checks a process grows by about 10 MB at most, even with a single allocation of a gigabyte. So the thread acts in
/// time, whichever code allocates.
package final class MemoryWatch: @unchecked Sendable {
  /// The bound, or nil for none.
  package let bound: MemoryBound?
  // Guarded by `lock`.
  private var path: String?
  private var failure: (any Error)?
  private var isWatching = false
  private let lock = NSLock()
  // Of the thread that checks: the bytes in use after columns and free memory were let go the last time.
  private var leftByColumns = 0
  private var trimmed = 0

  /// The interval between two checks, in microseconds.
  private static let interval: UInt32 = 3000
  /// The growth in bytes after which columns, and free memory, are let go again.
  private static let (step, trimStep) = (8 << 20, 1 << 20)

  /// Watches over a bound.
  package init(_ bound: MemoryBound?) {
    self.bound = bound
    if bound == nil { ResidentMemory.keepMuch() } else { ResidentMemory.keepLittle() }
  }

  /// Puts large columns into files on the file system of a folder from now on, if there is a bound.
  package func spill(into folder: URL) {
    let path = folder.appendingPathComponent("spool").path
    if bound != nil, ColumnFiles.open(beside: path) { lock.withLock { self.path = path } }
  }

  /// Gives free memory back to the system, if memory is scarce.
  package func giveBack() {
    if bound != nil { ResidentMemory.giveBack() }
  }

  /// Gives free memory back to the system where one step of a layer ends and the next begins, with or without a bound:
  /// each worker's free memory is of use to that worker alone, so what one step leaves free would add to the peak of the
  /// next. Takes some milliseconds.
  package func giveBackBetweenSteps() { ResidentMemory.giveBack() }

  /// Checks the process until `rest` is called; called once.
  ///
  /// - Parameter cutOff: ends the process at once; called on another thread when work that does not stop exceeds the bound.
  /// - Throws: `PipelineError.unavailable` if no thread can be started.
  package func begin(cutOff: @escaping @Sendable (PipelineError) -> Void) throws {
    guard let bound else { return }
    lock.withLock { isWatching = true }
    do {
      try WorkerThread.start { [self] in
        while lock.withLock({ isWatching }) {
          let bytes = look(bound)
          if bytes > bound.lastLimit { return cutOff(exceeded(by: bytes, bound)) }
          // Independent of the clock, which may be set back.
          usleep(Self.interval)
        }
      }
    } catch {
      throw PipelineError.unavailable("cannot monitor the memory bound: \(error)")
    }
  }

  /// Checks once, and returns the bytes that are the process's own. Those above the limit of the run are a failure.
  private func look(_ bound: MemoryBound) -> Int {
    let resident = ResidentMemory.bytes
    // Where other memory is near the bound, little would go each time.
    if resident > bound.letGoLimit, resident > leftByColumns + Self.step {
      ColumnFiles.letGo()
      leftByColumns = ResidentMemory.bytes
    }
    var own = ResidentMemory.ownBytes
    guard own > bound.runLimit, lock.withLock({ failure == nil }) else { return own }
    // Free memory that the allocator keeps is not needed, but releasing it often would cost more than it gains.
    if own > trimmed + Self.trimStep {
      ResidentMemory.giveBack()
      own = ResidentMemory.ownBytes
      trimmed = own
    }
    if own > bound.runLimit {
      let error = exceeded(by: own, bound)
      lock.withLock { failure = error }
    }
    return own
  }

  /// Stops checking.
  package func rest() {
    lock.withLock {
      isWatching = false
      if path != nil { ColumnFiles.close() }
      path = nil
    }
  }

  /// Throws if the run must stop: it has reached its bound, or a column did not fit on the disk. Cheap.
  package func check() throws {
    guard bound != nil else { return }
    // First: what files could not hold is in memory, and may be why that is too little.
    try checkFiles()
    if let failure = lock.withLock({ failure }) { throw failure }
  }

  private func checkFiles() throws {
    let number = ColumnFiles.failure
    guard number != 0, let path = lock.withLock({ path }) else { return }
    errno = number
    throw ArchiveError.system(.inputOutput, path: path, "reserve")
  }

  /// Throws if so many more bytes do not fit; called before the allocation, for what is not in files.
  ///
  /// - Throws: `PipelineError.unavailable`.
  package func expect(_ more: Int, for what: String) throws {
    guard let bound else { return }
    giveBack()
    let used = ResidentMemory.ownBytes
    guard used + more > bound.runLimit else { return }
    let needed = used + more - bound.runLimit + bound.bytes
    let advised = MemoryBound.option(needed + needed / 8 + MemoryBound.slack)
    throw rejection(
      bound, "\(what) needs \(MemoryBound.text(more)) in addition to the \(MemoryBound.text(used)) in use",
      "Set --memory to at least \(advised)")
  }

  private func exceeded(by bytes: Int, _ bound: MemoryBound) -> PipelineError {
    do { try checkFiles() } catch { return PipelineError(error) }
    return rejection(
      bound, "the run has used \(MemoryBound.text(bytes)) and is not finished", "Increase --memory")
  }

  private func rejection(_ bound: MemoryBound, _ reason: String, _ advice: String) -> PipelineError {
    .unavailable(
      "the memory bound of \(MemoryBound.text(bound.bytes)) (plus \(MemoryBound.text(MemoryBound.programBytes)) for the program) "
        + "is too small: \(reason); the output is unchanged. \(advice), or split the sources")
  }
}
