import Foundation

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// What a run has put beside its target, so that another thread can take it away when the process has to end at once.
///
/// Before the bundle is put in its place everything can be taken away; from then on the run has happened.
package final class RunTraces: @unchecked Sendable {
  private enum State { case staging, published, abandoned }

  // Guarded by `mutex`, which is held while files are made and while the bundle is put in its place.
  private var state = State.staging
  private var folder: String?
  private var files: [String] = []
  private let mutex = NSLock()

  /// No traces yet.
  package init() {}

  /// Names a file that goes when the run is abandoned.
  package func add(file: String) {
    mutex.withLock { files.append(file) }
  }

  /// Runs what makes the staging folder and the lock, which it names.
  func prepare(_ body: (_ folder: (String) -> Void, _ file: (String) -> Void) throws -> Void) throws {
    try mutex.withLock {
      guard state == .staging else { throw PublishingError.stopped }
      try body({ folder = $0 }, { files.append($0) })
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
      if let folder {
        // Under another name first, so that nothing can be made in it any more.
        let doomed = StagedBundle.doomedName(of: folder)
        try? FileSystem.remove(rename(folder, doomed) == 0 ? doomed : folder)
      }
      for file in files { unlink(file) }
      return true
    }
  }
}
