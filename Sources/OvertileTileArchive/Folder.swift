import OvertileCore

/// Checks and lists folders.
package enum Folder {
  /// Whether a path is a folder or a link to one.
  package static func exists(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
  }

  /// Whether a path is a regular file or a link to one.
  package static func hasFile(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
  }

  /// The names in a folder, in no order, without "." and "..".
  package static func names(_ path: String) throws -> [String] {
    guard let stream = opendir(path) else { throw ArchiveError.system(.cannotOpen, path: path, "opendir") }
    defer { closedir(stream) }
    // An entry may be shorter than its declared type, so copying one could read beyond its end.
    guard let location = MemoryLayout<dirent>.offset(of: \dirent.d_name) else { return [] }
    var names: [String] = []
    while true {
      errno = 0
      guard let entry = readdir(stream) else {
        if errno != 0 { throw ArchiveError.system(.inputOutput, path: path, "readdir") }
        return names
      }
      let name = String(cString: (UnsafeRawPointer(entry) + location).assumingMemoryBound(to: CChar.self))
      if name != ".", name != ".." { names.append(name) }
    }
  }
}
