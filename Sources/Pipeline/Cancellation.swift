import Foundation

/// A flag by which a run is asked to stop; it then ends with `PipelineError.cancelled` and leaves everything as it was.
public final class Cancellation: @unchecked Sendable {
  // Guarded by `lock`.
  private var isCancelled = false
  private let lock = NSLock()

  /// Makes a flag that is not set.
  public init() {}

  /// Asks the run to stop. May be called from any thread.
  public func cancel() {
    lock.withLock { isCancelled = true }
  }

  /// Throws when the run was asked to stop.
  func check() throws {
    if lock.withLock({ isCancelled }) { throw PipelineError.cancelled }
  }
}
