import Foundation
import OvertileCommands
import OvertilePublishing

/// A flag that asks a run to stop. The run then ends with `PipelineError.cancelled` and changes nothing.
///
/// Comparisons and patches of bundles stop in the same way, with an error of their own.
public final class Cancellation: @unchecked Sendable {
  // Guarded by `lock`.
  private var isCancelled = false
  private let lock = NSLock()
  /// The files that the run has put beside its target.
  package let cleanup = CleanupRegistry()
  /// The commands that the run has started.
  let commands = CommandRegistry()

  /// Creates a flag that is not set.
  public init() {}

  /// Asks the run to stop. It can be called from any thread.
  public func cancel() {
    lock.withLock { isCancelled = true }
    commands.stop()
  }

  /// Ends the run's commands and removes its staged files, without waiting for the run.
  ///
  /// Call it from any thread if the process must end at once, and then end the process.
  ///
  /// - Returns: false if the new bundle is already published; in that case, nothing is removed.
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
