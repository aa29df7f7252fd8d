import Foundation
import OvertileCore

/// The lock and the folders that a run has made beside its target, so that another thread can remove them when the process has to
/// end at once.
///
/// Until the bundle is published everything can be removed; from then on the run has succeeded. An entry is removed only
/// if it is still the one that the run made.
package final class CleanupRegistry: @unchecked Sendable {
  private enum State { case staging, published, abandoned }

  // Guarded by `mutex`, which is held while files are made and while the bundle is published.
  private var state = State.staging
  private var made: [String: FileIdentity] = [:]
  private let mutex = NSLock()

  /// Nothing is registered yet.
  package init() {}

  /// Runs a body that makes a lock and a staging folder, and registers each when the body names it.
  ///
  /// - Throws: `PublishingError.stopped` if the run was abandoned, or the errors of the body.
  func prepare<R: ~Copyable>(_ body: (_ register: (String) -> Void) throws -> R) throws -> R {
    mutex.lock()
    defer { mutex.unlock() }
    guard state != .abandoned else { throw PublishingError.stopped }
    return try body { made[$0] = FileIdentity(at: $0) }
  }

  /// Runs a body that publishes the bundle; after that the run can no longer be abandoned.
  ///
  /// - Throws: `PublishingError.stopped` if the run was abandoned, or the errors of the body.
  package func publish(_ body: () throws -> Void) throws {
    try mutex.withLock {
      guard state != .abandoned else { throw PublishingError.stopped }
      try body()
      state = .published
    }
  }

  /// Removes everything that the run has made beside its target. The process must end then: the run cannot go on.
  ///
  /// - Returns: false if the bundle is already published; then nothing is removed.
  package func abandon() -> Bool {
    mutex.withLock {
      guard state != .published else { return false }
      state = .abandoned
      for (path, identity) in made where FileIdentity(at: path) == identity {
        // A folder is renamed first, so that nothing can be made in it any more.
        let isFolder = FileKind(at: path, followsLinks: false) == .folder
        let stopped = Companions.stopped(path)
        try? OwnFolder.removeMade(isFolder && rename(path, stopped) == 0 ? stopped : path)
      }
      return true
    }
  }
}
