import Foundation
import OvertileCommands
import OvertilePublishing

/// A flag that asks a run to stop. Once the flag is set, the run ends with `PipelineError.cancelled` and leaves the
/// output unchanged. Comparisons and patches of bundles stop in the same way.
public final class Cancellation: @unchecked Sendable {
  // Guarded by `lock`.
  private var isCancelled = false
  private let lock = NSLock()
  /// The files that the run has put beside its target.
  package let cleanup = CleanupRegistry()
  /// The commands that the run has started.
  package let commands = CommandRegistry()

  /// Creates a flag that is not set.
  public init() {}

  /// Asks the run to stop. You can call this method from any thread.
  public func cancel() {
    lock.withLock { isCancelled = true }
    commands.stop()
  }

  /// Ends the run's commands and removes its staged files, without waiting for the run to stop.
  ///
  /// Use this method if the process must end immediately. You can call the method from any thread.
  ///
  /// - Returns: Whether the run was abandoned. If the new bundle is already published, nothing is removed, and the
  ///   method returns `false`.
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
