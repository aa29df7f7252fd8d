import Foundation
import OvertilePublishing

/// A flag by which a comparison, the making of a patch or its application is asked to stop; it then ends with
/// `ChangesError.Kind.cancelled` and leaves everything as it was. Any thread may use it.
package final class ChangesCancellation: @unchecked Sendable {
  // Guarded by `lock`.
  private var isCancelled = false
  private let lock = NSLock()
  /// What the work has put beside its output.
  let cleanup = CleanupRegistry()

  /// Makes a flag that is not set.
  package init() {}

  /// Asks the work to stop.
  package func cancel() {
    lock.withLock { isCancelled = true }
  }

  /// Takes away what the work has put beside its output, without waiting for it.
  ///
  /// For a process that has to end at once: the work is still going on and must not, so end the process then.
  ///
  /// - Returns: false when the output is in its place already; nothing is taken away then.
  package func abandon() -> Bool {
    cancel()
    return cleanup.abandon()
  }

  /// Throws when the work was asked to stop; `state` says what is left.
  func check(_ state: String) throws {
    if lock.withLock({ isCancelled }) { throw ChangesError("stopped on request; \(state)", .cancelled) }
  }
}
