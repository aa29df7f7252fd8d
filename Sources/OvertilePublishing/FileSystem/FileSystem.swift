import COvertileSystem
import Foundation
import OvertileCore
import OvertileTileArchive

/// The few operations on files that publishing needs, each with its error in words.
///
/// Links are treated as links and never followed, except by `synchronize`.
package enum FileSystem {
  /// The text of the last failed call.
  package static func lastError() -> String { String(cString: strerror(errno)) }

  /// The kind of the entry at a path; nil if there is nothing.
  ///
  /// - Throws: `PublishingError.cannotCreate` for a name that is too long, `inputOutput` if the system cannot tell.
  package static func kind(at path: String) throws -> FileKind? {
    var status = stat()
    guard lstat(path, &status) == 0 else {
      if errno == ENOENT || errno == ENOTDIR { return nil }
      if errno == ENAMETOOLONG {
        throw PublishingError.cannotCreate(
          "\(path): the path is too long; file names must not exceed 255 bytes, and paths must not exceed 4,096 bytes"
        )
      }
      throw PublishingError.inputOutput("cannot access \(path): \(lastError())")
    }
    return FileKind(mode: status.st_mode)
  }

  /// Throws an error, before anything is read, if a file system has less free space than the bundle that is to be
  /// replaced takes up.
  ///
  /// - Throws: `PublishingError.inputOutput`.
  package static func require(_ bytes: Int, in folder: String) throws {
    var status = statvfs()
    guard statvfs(folder, &status) == 0 else { return }
    let free = Int(
      clamping: UInt64(status.f_bavail).multipliedReportingOverflow(by: UInt64(status.f_frsize)).partialValue)
    guard free < bytes else { return }
    throw PublishingError.inputOutput(
      "the file system of \(folder) has only \(free) bytes free, but the current bundle takes up \(bytes). Free some "
        + "space, or choose a different output path"
    )
  }

  /// Flushes a file or a folder to the disk.
  package static func synchronize(_ path: String) throws {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw PublishingError.inputOutput("cannot open \(path) for syncing: \(lastError())") }
    defer { close(descriptor) }
    guard fsync(descriptor) == 0 else { throw PublishingError.inputOutput("cannot sync \(path): \(lastError())") }
  }

  /// Exchanges two folders in one step; returns false if the file system cannot, and changes neither.
  ///
  /// renameat2(2) with RENAME_EXCHANGE, or renamex_np(2) with RENAME_SWAP.
  ///
  /// - Throws: `PublishingError.inputOutput` if it can and fails.
  package static func exchange(_ a: String, _ b: String) throws -> Bool {
    if overtile_exchange(a, b) == 0 { return true }
    // An overlay file system does not move a folder of a lower layer: EXDEV.
    if [EINVAL, ENOSYS, ENOTSUP, EOPNOTSUPP, EXDEV].contains(errno) { return false }
    throw PublishingError.inputOutput("cannot swap \(a) and \(b): \(lastError())")
  }

  /// Moves a file, link or folder on the same file system; a file or link replaces an existing one.
  package static func move(_ from: String, to: String) throws {
    guard rename(from, to) == 0 else { throw cannotMove(from, to) }
  }

  /// Puts a folder in the place of another one; returns whether it was one step, after which the other one has the path
  /// of the new one. If the file system cannot exchange them, the other one is at a third path afterwards, and for a
  /// moment there is none.
  static func replaceFolder(_ path: String, with new: String, aside: String) throws -> Bool {
    if try exchange(new, path) { return true }
    guard rename(path, aside) == 0 else {
      guard errno == EXDEV else { throw cannotMove(path, aside) }
      throw PublishingError.cannotCreate(
        "\(path) cannot be replaced as a whole, because the system cannot move that folder. It probably belongs to a lower "
          + "layer of an overlay file system, such as the image of a container. Choose a different output path, for a "
          + "bundle with `publish: versioned`, or mount a volume above \(path)"
      )
    }
    do {
      try move(new, to: path)
    } catch {
      try move(aside, to: path)
      throw error
    }
    return false
  }

  /// The error of a move that failed just now.
  static func cannotMove(_ from: String, _ to: String) -> PublishingError {
    let isDenied = [EACCES, EPERM, EROFS].contains(errno)
    let text = "cannot move \(from) to \(to): \(lastError())"
    guard isDenied else { return .inputOutput(text) }
    return .cannotCreate(
      "\(text). If the folder belongs to a different user, change its owner or choose a different output path")
  }

  /// Removes a file or a link; if there is none, this is no error.
  static func unlink(_ path: String) throws {
    guard OvertileCore.unlink(path) == 0 || errno == ENOENT else {
      throw PublishingError.inputOutput("cannot remove \(path): \(lastError())")
    }
  }

  /// Creates a file, which must not exist, and opens it for reading and writing.
  ///
  /// - Throws: `PublishingError.cannotCreate`.
  package static func create(_ path: String) throws -> Int32 {
    let descriptor = UnixFile.makeNew(path)
    guard descriptor >= 0 else { throw cannotCreate(path) }
    return descriptor
  }

  /// The error of a file that could not be made just now. It names the folder, since the file is a temporary one that
  /// the user has not named.
  static func cannotCreate(_ path: String) -> PublishingError {
    let (number, folder) = (errno, parent(of: path))
    if [ENOSPC, EDQUOT, EIO].contains(number) {
      return .inputOutput("cannot write a file in the folder \(folder): \(String(cString: strerror(number)))")
    }
    var status = stat()
    if number == ENOENT || number == ENOTDIR, stat(folder, &status) != 0 {
      return .cannotCreate("the folder \(folder) does not exist; create it, or choose a different output path")
    }
    if number == EEXIST { return .cannotCreate("cannot create \(path): \(String(cString: strerror(number)))") }
    return .cannotCreate("cannot write a file in the folder \(folder): \(String(cString: strerror(number)))")
  }

  /// Writes a whole new file, however few bytes the system accepts at a time. Not synced.
  ///
  /// `Data.write(to:)` of swift-corelibs-foundation loses the rest after a partial write.
  ///
  /// - Throws: `PublishingError`, also if the file exists.
  package static func write(_ data: Data, to path: String) throws {
    let descriptor = try create(path)
    defer { close(descriptor) }
    do {
      try data.withUnsafeBytes { try UnixFile.write(descriptor, path: path, $0) }
    } catch {
      throw PublishingError.inputOutput("cannot write \(path): \(lastError())")
    }
  }
}
