import OvertileCore
import OvertileTileArchive

/// A folder and its content, seen through open folders, so that no entry that is moved meanwhile leads elsewhere.
///
/// Links are entries like others, and never followed.
enum FolderTree {
  /// Decides about an entry by its path below the folder, with slashes between names.
  typealias Test = (_ path: String, _ kind: FileKind) -> Bool

  /// The first entry of a folder, in no order, that does not pass a test; nil if all pass. O(entries).
  static func firstEntry(in folder: String, failing test: Test) throws -> String? {
    guard let open = try opened(folder, in: AT_FDCWD, folder) else { return nil }
    defer { closedir(open) }
    return try firstEntry(open, folder, "", test)
  }

  private static func firstEntry(_ open: DirectoryStream, _ root: String, _ prefix: String, _ test: Test) throws
    -> String?
  {
    for (name, kind) in try entries(of: open, root) {
      let path = prefix + name
      guard test(path, kind) else { return path }
      guard kind == .folder, let inner = try opened(name, in: dirfd(open), root + "/" + path) else { continue }
      defer { closedir(inner) }
      if let found = try firstEntry(inner, root, path + "/", test) { return found }
    }
    return nil
  }

  /// Removes the entries of a folder that pass a test, and the folder itself if nothing is left in it.
  ///
  /// - Parameter last: files that are removed after all others, in this order.
  /// - Throws: `PublishingError.inputOutput` if something remains.
  static func remove(_ folder: String, last: [String] = [], where test: Test = { _, _ in true }) throws {
    guard let open = try opened(folder, in: AT_FDCWD, folder) else { return }
    defer { closedir(open) }
    try remove(open, folder, "") { path, kind in !last.contains(path) && test(path, kind) }
    for name in last where unlinkat(dirfd(open), name, 0) != 0 && errno != ENOENT { throw failure(folder + "/" + name) }
    if rmdir(folder) != 0, errno != ENOENT { throw failure(folder) }
  }

  private static func remove(_ open: DirectoryStream, _ root: String, _ prefix: String, _ test: Test) throws {
    for (name, kind) in try entries(of: open, root) where test(prefix + name, kind) {
      let path = root + "/" + prefix + name
      if kind == .folder {
        guard let inner = try opened(name, in: dirfd(open), path) else { continue }
        defer { closedir(inner) }
        try remove(inner, root, prefix + name + "/", test)
        if unlinkat(dirfd(open), name, AT_REMOVEDIR) != 0, errno != ENOENT { throw failure(path) }
      } else if unlinkat(dirfd(open), name, 0) != 0, errno != ENOENT {
        throw failure(path)
      }
    }
  }

  private static func failure(_ path: String) -> PublishingError {
    .inputOutput("cannot remove \(path): \(FileSystem.lastError())")
  }

  /// Opens a folder below an open one; nil if it has gone. A link in its place is an error.
  private static func opened(_ name: String, in parent: Int32, _ path: String) throws -> DirectoryStream? {
    let descriptor = openat(parent, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
    if descriptor >= 0, let stream = fdopendir(descriptor) { return stream }
    if errno == ENOENT { return nil }
    throw PublishingError.inputOutput("cannot open the folder \(path): \(FileSystem.lastError())")
  }

  private static func entries(of folder: DirectoryStream, _ path: String) throws -> [(String, FileKind)] {
    try FileSystem.names(folder, path).compactMap { name in
      var status = stat()
      guard fstatat(dirfd(folder), name, &status, AT_SYMLINK_NOFOLLOW) == 0 else {
        if errno == ENOENT { return nil }
        throw PublishingError.inputOutput("cannot access \(path)/\(name): \(FileSystem.lastError())")
      }
      return (name, FileKind(mode: status.st_mode))
    }
  }
}
