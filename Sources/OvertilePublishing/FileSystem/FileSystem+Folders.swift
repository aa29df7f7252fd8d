import OvertileCore
import OvertileTileArchive

extension FileSystem {
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
