import Foundation
import OvertilePlatform

/// What a run has put beside its target, so that another thread can take it away when the process has to end at once.
///
/// Before the bundle is put in its place everything can be taken away; from then on the run has happened. Only what still
/// is what the run has made goes.
package final class RunTraces: @unchecked Sendable {
  private enum State { case staging, published, abandoned }

  // Guarded by `mutex`, which is held while files are made and while the bundle is put in its place.
  private var state = State.staging
  private var folders: [String: FileIdentity] = [:]
  private var files: [String: FileIdentity] = [:]
  private let mutex = NSLock()

  /// No traces yet.
  package init() {}

  /// Runs what makes a file, which is a trace from then on.
  ///
  /// - Throws: `PublishingError.stopped` when the run was abandoned, or what the body throws.
  func make<R>(_ path: String, _ body: () throws -> R) throws -> R {
    try prepare { _, file in
      let made = try body()
      file(path)
      return made
    }
  }

  /// Runs what makes a staging folder and a lock, which it names when they are there.
  func prepare<R>(_ body: (_ folder: (String) -> Void, _ file: (String) -> Void) throws -> R) throws -> R {
    try mutex.withLock {
      guard state != .abandoned else { throw PublishingError.stopped }
      return try body({ folders[$0] = FileIdentity(at: $0) }, { files[$0] = FileIdentity(at: $0) })
    }
  }

  /// Runs what puts the bundle in its place; after that it cannot be abandoned any more.
  ///
  /// - Throws: `PublishingError.stopped` when the run was abandoned, or what the body throws.
  package func publish(_ body: () throws -> Void) throws {
    try mutex.withLock {
      guard state != .abandoned else { throw PublishingError.stopped }
      try body()
      state = .published
    }
  }

  /// Takes away everything that the run has put beside its target. The process is to end then: the run cannot go on.
  ///
  /// - Returns: false when the bundle is in its place already; then nothing is taken away.
  package func abandon() -> Bool {
    mutex.withLock {
      guard state != .published else { return false }
      state = .abandoned
      for (folder, identity) in folders where FileIdentity(at: folder) == identity {
        // Under another name first, so that nothing can be made in it any more.
        let doomed = Companions.doomedName(of: folder)
        try? OwnFolder.remove(staging: rename(folder, doomed) == 0 ? doomed : folder)
      }
      for (file, identity) in files { try? OwnFile.remove(file, identity) }
      return true
    }
  }
}
