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
    if lstat(path, &status) == 0 { return FileKind(mode: status.st_mode) }
    if errno == ENOENT || errno == ENOTDIR { return nil }
    throw errno == ENAMETOOLONG ? PublishingError.notMade("access \(path)") : .failed(to: "access \(path)")
  }

  /// Flushes a file or a folder to the disk.
  package static func synchronize(_ path: String) throws {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw PublishingError.failed(to: "open \(path) for syncing") }
    defer { close(descriptor) }
    guard fsync(descriptor) == 0 else { throw PublishingError.failed(to: "sync \(path)") }
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
    throw PublishingError.failed(to: "swap \(a) and \(b)")
  }

  /// Moves a file, link or folder on the same file system; a file or link replaces an existing one.
  package static func move(_ from: String, to: String) throws {
    if rename(from, to) == 0 { return }
    let number = errno
    let text = "cannot move \(from) to \(to): \(lastError())"
    guard [EACCES, EPERM, EROFS, EXDEV].contains(number) else { throw PublishingError.inputOutput(text) }
    throw PublishingError.cannotCreate(
      "\(text). If the folder belongs to a different user, change its owner. If it is a mounted file system, or in a lower "
        + "layer of an overlay, such as the image of a container, use `publish: versioned`. Otherwise choose a different "
        + "output path")
  }

  /// Puts a file or folder, already on the disk, at a path, in one step if that is possible.
  ///
  /// A folder that was there has the path of the new one afterwards. If the file system cannot exchange them, it is aside, and
  /// for a moment there is none.
  static func put(_ new: String, at path: String, aside: String) throws {
    let isFolder = try kind(at: path) == .folder
    if try !isFolder || !exchange(new, path) {
      if isFolder { try move(path, to: aside) }
      do { try move(new, to: path) } catch {
        if isFolder { try move(aside, to: path) }
        throw error
      }
    }
    try synchronize(Folder.parent(of: path))
  }

  /// Removes a file or a link; if there is none, this is no error.
  static func unlink(_ path: String) throws {
    guard OvertileCore.unlink(path) == 0 || errno == ENOENT else {
      throw PublishingError.failed(to: "remove \(path)")
    }
  }

  /// The names in a folder, ascending, without "." and "..".
  package static func names(_ folder: String) throws -> [String] {
    do { return try Folder.names(folder).sorted() } catch { throw PublishingError.inputOutput("\(error)") }
  }

  /// Creates a folder and its missing ancestors; each new one is on the disk afterwards.
  ///
  /// - Parameter mode: the permissions of the new folders; by default those of the process's mask.
  /// - Throws: `PublishingError.cannotCreate`.
  package static func makeFolders(_ path: String, mode: FileMode? = nil) throws {
    if FileKind(at: path) == .folder { return }
    let parent = Folder.parent(of: path)
    if parent != path { try makeFolders(parent, mode: mode) }
    do { try makeFolder(path) } catch {
      // Another run may have made it just now.
      guard FileKind(at: path) == .folder else { throw error }
    }
    try mode?.apply(to: path, .folder)
    try synchronize(parent)
  }

  /// Creates a folder, which must not exist.
  ///
  /// - Throws: `PublishingError.cannotCreate`.
  package static func makeFolder(_ path: String) throws {
    guard mkdir(path, 0o777) == 0 else { throw PublishingError.notMade("create the folder \(path)") }
  }

  /// Flushes every file and folder below a folder, children first, and the folder itself.
  ///
  /// - Parameter mode: the permissions from then on; unchanged by default.
  package static func synchronizeTree(_ folder: String, mode: FileMode? = nil) throws {
    for name in try names(folder) {
      let path = folder + "/" + name
      switch try kind(at: path) {
      case .folder: try synchronizeTree(path, mode: mode)
      case .file:
        try mode?.apply(to: path, .file)
        try synchronize(path)
      default: break
      }
    }
    try mode?.apply(to: folder, .folder)
    try synchronize(folder)
  }

  /// Throws if `makeFolders`, or making a file in the folder, would: the folder, or its nearest existing ancestor,
  /// cannot be written. Changes nothing.
  ///
  /// - Throws: `PublishingError.cannotCreate`.
  package static func rejectUnwritable(_ folder: String) throws {
    var nearest = folder
    while access(nearest, F_OK) != 0, errno == ENOENT, Folder.parent(of: nearest) != nearest {
      nearest = Folder.parent(of: nearest)
    }
    // The slash requires a folder.
    guard access(nearest + "/", W_OK | X_OK) == 0 else {
      throw PublishingError.cannotCreate("cannot write in \(nearest): \(lastError())")
    }
  }
}
