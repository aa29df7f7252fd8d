import Foundation
import OvertilePublishing

/// A flag that asks a comparison, the making of a patch or its application to stop; it then ends with
/// `ChangesError.Kind.cancelled` and leaves everything unchanged. Any thread may use it.
package final class ChangesCancellation: @unchecked Sendable {
  // Guarded by `lock`.
  private var isCancelled = false
  private let lock = NSLock()
  /// The files that the work has put beside its output.
  let cleanup = CleanupRegistry()

  /// Makes a flag that is not set.
  package init() {}

  /// Asks the work to stop.
  package func cancel() {
    lock.withLock { isCancelled = true }
  }

  /// Removes the files that the work has put beside its output, without waiting for it.
  ///
  /// For a process that has to end at once: the work is still going on and must not, so end the process then.
  ///
  /// - Returns: false if the output is published already; nothing is removed then.
  package func abandon() -> Bool {
    cancel()
    return cleanup.abandon()
  }

  /// Throws if the work was asked to stop; `state` names the files that are left.
  func check(_ state: String) throws {
    if lock.withLock({ isCancelled }) { throw ChangesError("stopped on request; \(state)", .cancelled) }
  }
}
