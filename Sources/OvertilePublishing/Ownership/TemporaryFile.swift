import Foundation
import OvertilePlatform
import OvertileTileArchive

/// A new file beside the place that it is to take, which is gone unless it is published.
///
/// It is locked while it is written, so that another run can tell it from one that a dead run has left.
package final class TemporaryFile {
  /// What may be replaced.
  package enum Replaceable: Sendable {
    /// A file of ours.
    case own(FileMark)
    /// Any regular file: a person has named it to be written, as for cp(1).
    case regularFile

    /// Throws when something else stands at a path.
    package func rejectForeign(_ path: String) throws {
      switch self {
      case .own(let mark): try OwnFile.rejectForeign(path, mark)
      case .regularFile: try OwnFile.rejectSpecial(path)
      }
    }
  }

  private let file: StagedFile
  private let identity: FileIdentity?

  /// Where it stands until it is published.
  package var path: String { file.path }

  /// Makes an empty file. One that a dead run has left under the name is removed before.
  ///
  /// - Parameters:
  ///   - mark: what the file will begin with.
  ///   - cleanup: learns of the file, for another thread that may have to remove it.
  /// - Throws: `PublishingError.cannotCreate` when something else stands there, `locked` when another run is writing it.
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
    // Where files cannot be locked, they are not.
    _ = flock(file.descriptor, LOCK_EX | LOCK_NB)
    return (file, FileIdentity(of: file.descriptor))
  }

  /// Adds bytes at the end, however few of them the system takes at a time.
  package func append(_ bytes: UnsafeRawBufferPointer) throws {
    do {
      try UnixFile.write(file.descriptor, path: path, bytes)
    } catch {
      throw PublishingError.inputOutput("cannot write \(path): \(FileSystem.lastError())")
    }
  }

  /// Adds bytes at the end.
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

  /// Puts the file in its place, whole and on the disk.
  ///
  /// - Throws: `PublishingError.cannotCreate` when something stands there that may not be replaced; the file is gone then.
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
    // All is on the disk, so there is nothing that closing could still lose.
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
