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
  /// - Returns: the folders that were made, the uppermost first.
  /// - Throws: `PublishingError.cannotCreate`.
  @discardableResult
  package static func makeFolders(_ path: String, mode: FileMode? = nil) throws -> [String] {
    var made: [String] = []
    if mkdir(path, 0o777) == 0 { return [try finish(path, mode)] }
    var number = errno
    if number == ENOENT, Folder.parent(of: path) != path {
      made = try makeFolders(Folder.parent(of: path), mode: mode)
      // A file system that allows no folders (/proc) reports again that there is none.
      if mkdir(path, 0o777) == 0 { return made + [try finish(path, mode)] }
      number = errno
    }
    guard [EEXIST, EISDIR, EROFS, EACCES].contains(number), FileKind(at: path) == .folder else {
      throw cannotMakeFolder(path, number)
    }
    return made
  }

  private static func finish(_ folder: String, _ mode: FileMode?) throws -> String {
    try mode?.apply(to: folder, .folder)
    try synchronize(Folder.parent(of: folder))
    return folder
  }

  /// Creates a folder, which must not exist.
  ///
  /// - Throws: `PublishingError.cannotCreate`.
  package static func makeFolder(_ path: String) throws {
    guard mkdir(path, 0o777) == 0 else { throw cannotMakeFolder(path, errno) }
  }

  private static func cannotMakeFolder(_ path: String, _ number: Int32) -> PublishingError {
    let text = "cannot create the folder \(path): \(String(cString: strerror(number)))"
    return [ENOSPC, EDQUOT, EIO].contains(number) ? .inputOutput(text) : .cannotCreate(text)
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
