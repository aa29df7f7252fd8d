import Foundation
import OvertilePlatform

/// The files and folders that a run has made beside its target, so that another thread can remove them when the process has to
/// end at once.
///
/// Until the bundle is published everything can be removed; from then on the run has succeeded. Files are removed only
/// if they are still those that the run made.
package final class CleanupRegistry: @unchecked Sendable {
  private enum State { case staging, published, abandoned }

  // Guarded by `mutex`, which is held while files are made and while the bundle is published.
  private var state = State.staging
  private var folders: [String: FileIdentity] = [:]
  private var files: [String: FileIdentity] = [:]
  private let mutex = NSLock()

  /// Nothing is registered yet.
  package init() {}

  /// Runs a body that makes a file, and registers the file.
  ///
  /// - Throws: `PublishingError.stopped` if the run was abandoned, or the errors of the body.
  func make<R>(_ path: String, _ body: () throws -> R) throws -> R {
    try prepare { _, file in
      let made = try body()
      file(path)
      return made
    }
  }

  /// Runs a body that makes a staging folder and a lock, and registers each when the body names it.
  func prepare<R>(_ body: (_ folder: (String) -> Void, _ file: (String) -> Void) throws -> R) throws -> R {
    try mutex.withLock {
      guard state != .abandoned else { throw PublishingError.stopped }
      return try body({ folders[$0] = FileIdentity(at: $0) }, { files[$0] = FileIdentity(at: $0) })
    }
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
      for (folder, identity) in folders where FileIdentity(at: folder) == identity {
        // It is renamed first, so that nothing can be made in it any more.
        let discarded = Companions.discardedName(of: folder)
        try? OwnFolder.remove(staging: rename(folder, discarded) == 0 ? discarded : folder)
      }
      for (file, identity) in files { try? OwnFile.remove(file, identity) }
      return true
    }
  }
}
