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
    var found: String?
    try visit(
      open, folder,
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
    guard let open = try opened(folder, in: AT_FDCWD, folder) else { return }
    defer { closedir(open) }
    func removeEntry(_ name: String, _ parent: Int32, _ kind: FileKind, _ path: String) throws {
      let isGone = unlinkat(parent, name, kind == .folder ? AT_REMOVEDIR : 0) == 0 || errno == ENOENT
      guard isGone else { throw PublishingError.failed(to: "remove \(path)") }
    }
    try visit(open, folder, where: { path, kind in !last.contains(path) && test(path, kind) }, then: removeEntry)
    for name in last { try removeEntry(name, dirfd(open), .file, folder + "/" + name) }
    try removeEntry(folder, AT_FDCWD, .folder, folder)
  }

  /// Visits the entries below an open folder that pass a test, those in a folder before the folder itself.
  private static func visit(
    _ open: DirectoryStream, _ root: String, _ prefix: String = "", where test: Test,
    then body: (_ name: String, _ parent: Int32, _ kind: FileKind, _ path: String) throws -> Void = { _, _, _, _ in }
  ) throws {
    guard let names = Folder.names(open) else { throw PublishingError.failed(to: "list \(root)/\(prefix)") }
    for name in names {
      let path = root + "/" + prefix + name
      var status = stat()
      guard fstatat(dirfd(open), name, &status, AT_SYMLINK_NOFOLLOW) == 0 else {
        if errno == ENOENT { continue }
        throw PublishingError.failed(to: "access \(path)")
      }
      let kind = FileKind(mode: status.st_mode)
      guard test(prefix + name, kind) else { continue }
      if kind == .folder {
        guard let inner = try opened(name, in: dirfd(open), path) else { continue }
        defer { closedir(inner) }
        try visit(inner, root, prefix + name + "/", where: test, then: body)
      }
      try body(name, dirfd(open), kind, path)
    }
  }

  /// Opens a folder below an open one; nil if it has gone. A link in its place is an error.
  private static func opened(_ name: String, in parent: Int32, _ path: String) throws -> DirectoryStream? {
    let descriptor = openat(parent, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
    if descriptor >= 0, let stream = fdopendir(descriptor) { return stream }
    if errno == ENOENT { return nil }
    throw PublishingError.failed(to: "open the folder \(path)")
  }
}
