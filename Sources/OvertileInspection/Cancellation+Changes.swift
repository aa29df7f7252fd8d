import OvertilePipeline

extension Cancellation {
  /// Throws `ChangesError` with `cancelled` if the work was asked to stop; `state` names the files that are left.
  func check(_ state: String) throws {
    do { try check() } catch { throw ChangesError("stopped on request; \(state)", .cancelled) }
  }
}
