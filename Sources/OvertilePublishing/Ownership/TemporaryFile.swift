import Foundation
import OvertilePlatform
import OvertileTileArchive

/// A new file beside its final path, which is removed unless it is published.
///
/// It is locked while it is written, so that another run can distinguish it from the file of a dead run.
package final class TemporaryFile {
  /// The files that may be replaced.
  package enum Replaceable: Sendable {
    /// A file of ours.
    case own(FileMark)
    /// Any regular file: the user has named it as an output, as for cp(1).
    case regularFile

    /// Throws if something else is at a path.
    package func rejectForeign(_ path: String) throws {
      switch self {
      case .own(let mark): try OwnFile.rejectForeign(path, mark)
      case .regularFile: try OwnFile.rejectSpecial(path)
      }
    }
  }

  private let file: StagedFile
  private let identity: FileIdentity?

  /// Its path until it is published.
  package var path: String { file.path }

  /// Makes an empty file. A file of a dead run under the name is removed first.
  ///
  /// - Parameters:
  ///   - mark: the beginning of the file.
  ///   - cleanup: registers the file, for another thread that may have to remove it.
  /// - Throws: `PublishingError.cannotCreate` if something else is there, `locked` if another run is writing it.
  package init(_ path: String, _ mark: FileMark, cleanup: CleanupRegistry? = nil) throws {
    guard let cleanup else {
      (file, identity) = try Self.make(path, mark)
      return
    }
    (file, identity) = try cleanup.make(path) { try Self.make(path, mark) }
  }

  deinit { discard() }

  private static func make(_ path: String, _ mark: FileMark) throws -> (StagedFile, FileIdentity?) {
    try OwnFile.removeAbandoned(path, mark)
    guard let file = StagedFile(path) else { throw FileSystem.cannotCreate(path) }
    // If the file system has no locks, files stay unlocked.
    _ = flock(file.descriptor, LOCK_EX | LOCK_NB)
    return (file, FileIdentity(of: file.descriptor))
  }

  /// Appends bytes, however few of them the system accepts at a time.
  package func append(_ bytes: UnsafeRawBufferPointer) throws {
    do {
      try UnixFile.write(file.descriptor, path: path, bytes)
    } catch {
      throw PublishingError.inputOutput("cannot write \(path): \(FileSystem.lastError())")
    }
  }

  /// Appends bytes.
  package func append(_ bytes: [UInt8]) throws { try bytes.withUnsafeBytes { try append($0) } }

  /// Reads bytes again, at most so many, from an offset.
  package func read(at offset: Int, count: Int) throws -> [UInt8] {
    let size = Int(lseek(file.descriptor, 0, SEEK_END))
    do {
      return try UnixFile.read(file.descriptor, path: path, offset: offset, count: max(0, min(count, size - offset)))
    } catch {
      throw PublishingError.inputOutput("cannot read \(path): \(FileSystem.lastError())")
    }
  }

  /// Moves the file to its path, whole and on the disk.
  ///
  /// - Throws: `PublishingError.cannotCreate` if a file there must not be replaced; the new file is removed then.
  package func publish(to target: String, replacing replaceable: Replaceable) throws {
    guard file.synchronize() else {
      throw PublishingError.inputOutput("cannot sync \(path): \(FileSystem.lastError())")
    }
    guard FileIdentity(at: path) == identity else {
      throw PublishingError.locked("\(path) is no longer the file that was written; another run has replaced it")
    }
    try replaceable.rejectForeign(target)
    guard file.replace(target) else {
      throw PublishingError.inputOutput("cannot move \(path) to \(target): \(FileSystem.lastError())")
    }
    // All is on the disk, so closing cannot lose anything.
    discard()
  }

  /// Removes the file unless it was published.
  package func discard() {
    file.discard { path in
      if let identity { try? OwnFile.remove(path, identity) }
    }
    file.close()
  }
}
