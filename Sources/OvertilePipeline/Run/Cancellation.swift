import Foundation
import OvertileCommands
import OvertilePublishing

/// A flag that asks a run to stop; the run then ends with `PipelineError.cancelled` and leaves everything unchanged.
public final class Cancellation: @unchecked Sendable {
  // Guarded by `lock`.
  private var isCancelled = false
  private let lock = NSLock()
  /// The files that the run has put beside its target.
  let cleanup = CleanupRegistry()
  /// The commands that the run has started.
  let commands = CommandRegistry()

  /// Makes a flag that is not set.
  public init() {}

  /// Asks the run to stop. May be called from any thread.
  public func cancel() {
    lock.withLock { isCancelled = true }
    commands.stop()
  }

  /// Ends the run's commands, and removes the files that it has put beside its target, without waiting for it. May be
  /// called from any thread.
  ///
  /// For a process that has to end at once: the run is still at work and must not go on, so end the process then.
  ///
  /// - Returns: false if the new bundle is published already, so that the run is almost done; nothing is removed then.
  public func abandon() -> Bool {
    cancel()
    commands.kill()
    return cleanup.abandon()
  }

  /// Throws if the run was asked to stop.
  func check() throws {
    if lock.withLock({ isCancelled }) { throw PipelineError.cancelled }
  }
}
