import Execution
import Foundation

/// Sees to it that a run keeps its memory bound, or ends.
///
/// Without a bound it does nothing. With one, columns that are not needed all the time go to files, fewer jobs are under
/// way, and free memory goes back to the system; see `spool`, `window` and `giveBack`.
final class MemoryWatch: @unchecked Sendable {
  /// The bound, or nil for none.
  let bound: MemoryBound?
  // Guarded by `lock`.
  private var folder: URL?
  private var lastLook: Stopwatch?
  private var readShare: Double?
  private let lock = NSLock()

  /// How often the system is asked, in seconds: memory grows by some 50 MB between two looks at the most.
  private static let interval = 0.02

  /// The share of the input from which the rest can be guessed.
  private static let tellingShare = 0.05

  /// Watches over a bound.
  init(_ bound: MemoryBound?) {
    self.bound = bound
    if bound != nil { ResidentMemory.keepLittle() }
  }

  /// Names the folder in which columns may be kept; it goes with the run.
  func spill(into folder: URL) {
    lock.withLock { self.folder = folder }
  }

  /// A new file for a column, or nil where columns stay in memory.
  func spool() throws -> SpoolFile? {
    guard bound != nil, let folder = lock.withLock({ self.folder }) else { return nil }
    return try SpoolFile(in: folder)
  }

  /// The number of jobs that may be under way, of a number that would be best for speed.
  func window(_ window: Int, threads: Int) -> Int {
    bound == nil ? window : min(window, threads + 2)
  }

  /// Notes how much of the input has been read, 0 to 1, where that is known: from it follows what all of it would take.
  func note(readShare share: Double?) {
    lock.withLock { readShare = share }
  }

  /// Gives free memory back to the system, where it is scarce.
  func giveBack() {
    if bound != nil { ResidentMemory.giveBack() }
  }

  /// Throws when the process has taken more than it may. Asks the system now and then only; cheap.
  func check() throws {
    guard bound != nil else { return }
    let isDue = lock.withLock {
      if let lastLook, lastLook.seconds < Self.interval { return false }
      lastLook = Stopwatch()
      return true
    }
    if isDue { try checkNow() }
  }

  /// Throws when the process has taken more than it may.
  ///
  /// - Throws: `PipelineError.unavailable`.
  func checkNow() throws {
    guard let bound else { return }
    let peak = ResidentMemory.peakBytes
    guard peak > bound.residentLimit else { return }
    let taken = "the run has taken \(MemoryBound.text(peak))"
    if let share = lock.withLock({ readShare }), share > Self.tellingShare, share < 1 {
      let needed = Int(Double(peak - MemoryBound.programBytes) / share)
      throw Self.exceeded(bound, "\(taken) with \(Int(share * 100)) % of the input read", needed: needed)
    }
    throw Self.exceeded(bound, "\(taken) and is not done", needed: 2 * bound.bytes)
  }

  /// Throws when something that takes so many bytes more does not fit; to be asked before it is begun.
  ///
  /// - Throws: `PipelineError.unavailable`.
  func expect(_ more: Int, for what: String) throws {
    guard let bound else { return }
    giveBack()
    let needed = ResidentMemory.bytes + more
    guard needed > bound.residentLimit else { return }
    throw Self.exceeded(
      bound, "\(what) takes \(MemoryBound.text(more)) beside the \(MemoryBound.text(needed - more)) in use",
      needed: needed - MemoryBound.programBytes)
  }

  private static func exceeded(_ bound: MemoryBound, _ reason: String, needed: Int) -> PipelineError {
    let given = MemoryBound.text(bound.bytes)
    return .unavailable(
      "the memory bound of \(given) (and \(MemoryBound.text(MemoryBound.programBytes)) for the program) is too small: "
        + "\(reason); the output is as it was. Give --memory at least \(MemoryBound.text(needed)), or split the sources"
    )
  }
}
