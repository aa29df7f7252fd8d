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
    var found: String?
    try visit(
      folder, in: AT_FDCWD, folder,
      where: { path, kind in
        if found == nil, !test(path, kind) { found = path }
        return found == nil
      })
    return found
  }

  /// Removes the entries of a folder that pass a test, and the folder itself if nothing is left in it.
  ///
  /// - Parameter last: files that are removed after all others, in this order.
  /// - Throws: `PublishingError.inputOutput` if something remains.
  static func remove(_ folder: String, last: [String] = [], where test: Test = { _, _ in true }) throws {
    func removeEntry(_ name: String, _ parent: Int32, _ kind: FileKind, _ path: String) throws {
      let isGone = unlinkat(parent, name, kind == .folder ? AT_REMOVEDIR : 0) == 0 || errno == ENOENT
      guard isGone else { throw PublishingError.failed(to: "remove \(path)") }
    }
    try visit(
      folder, in: AT_FDCWD, folder, where: { path, kind in !last.contains(path) && test(path, kind) },
      then: removeEntry,
      finally: { parent in for name in last { try removeEntry(name, parent, .file, folder + "/" + name) } })
    try removeEntry(folder, AT_FDCWD, .folder, folder)
  }

  /// Visits the entries below a folder, seen from an open one, that pass a test, those in a folder before the folder
  /// itself. One that has gone has no entries. A link in its place is an error.
  private static func visit(
    _ folder: String, in parent: Int32, _ root: String, _ prefix: String = "", where test: Test,
    then body: (_ name: String, _ parent: Int32, _ kind: FileKind, _ path: String) throws -> Void = { _, _, _, _ in },
    finally end: (_ folder: Int32) throws -> Void = { _ in }
  ) throws {
    let descriptor = openat(parent, folder, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
    if descriptor < 0, errno == ENOENT { return }
    guard descriptor >= 0, let open = fdopendir(descriptor) else {
      throw PublishingError.failed(to: "open the folder \(root)/\(prefix)")
    }
    defer { closedir(open) }
    guard let names = Folder.names(open) else { throw PublishingError.failed(to: "list \(root)/\(prefix)") }
    for name in names {
      let path = root + "/" + prefix + name
      var status = stat()
      guard fstatat(descriptor, name, &status, AT_SYMLINK_NOFOLLOW) == 0 else {
        if errno == ENOENT { continue }
        throw PublishingError.failed(to: "access \(path)")
      }
      let kind = FileKind(mode: status.st_mode)
      guard test(prefix + name, kind) else { continue }
      if kind == .folder { try visit(name, in: descriptor, root, prefix + name + "/", where: test, then: body) }
      try body(name, descriptor, kind, path)
    }
    try end(descriptor)
  }
}
