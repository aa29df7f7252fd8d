import Foundation
import OvertileCommands
import OvertilePublishing

/// A flag that asks a run to stop. The run then ends with `PipelineError.cancelled` and changes nothing.
public final class Cancellation: @unchecked Sendable {
  // Guarded by `lock`.
  private var isCancelled = false
  private let lock = NSLock()
  /// The files that the run has put beside its target.
  package let cleanup = CleanupRegistry()
  /// The commands that the run has started.
  package let commands = CommandRegistry()

  /// Makes a flag that is not set.
  public init() {}

  /// Asks the run to stop. May be called from any thread.
  public func cancel() {
    lock.withLock { isCancelled = true }
    commands.stop()
  }

  /// Ends the run's commands and removes its staged files, without waiting for the run.
  ///
  /// Call it from any thread, for a process that must end at once, and end the process then.
  ///
  /// - Returns: false if the new bundle is already published. Nothing is removed then.
  public func abandon() -> Bool {
    cancel()
    commands.kill()
    return cleanup.abandon()
  }

  /// Throws if the run was asked to stop.
  package func check() throws {
    if lock.withLock({ isCancelled }) { throw PipelineError.cancelled }
  }
}
