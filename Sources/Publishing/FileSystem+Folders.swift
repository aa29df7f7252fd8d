#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

extension FileSystem {
  /// The names in a folder, ascending, without "." and "..".
  package static func names(_ folder: String) throws -> [String] {
    guard let stream = opendir(folder) else {
      throw PublishingError.inputOutput("cannot list \(folder): \(lastError())")
    }
    defer { closedir(stream) }
    // Entries are shorter than their declared size, so a copy of one would read beyond it.
    guard let place = MemoryLayout<dirent>.offset(of: \dirent.d_name) else { return [] }
    var names: [String] = []
    while true {
      errno = 0
      guard let entry = readdir(stream) else {
        if errno != 0 { throw PublishingError.inputOutput("cannot list \(folder): \(lastError())") }
        return names.sorted()
      }
      let name = String(cString: (UnsafeRawPointer(entry) + place).assumingMemoryBound(to: CChar.self))
      if name != ".", name != ".." { names.append(name) }
    }
  }

  /// Makes a folder and those above it that are missing; each new one is on the disk afterwards.
  ///
  /// - Throws: `PublishingError.cannotCreate`.
  package static func makeFolders(_ path: String) throws {
    if mkdir(path, 0o777) == 0 { return try synchronize(parent(of: path)) }
    if errno == ENOENT, parent(of: path) != path {
      try makeFolders(parent(of: path))
      // Once: where nothing can be made, as in /proc, the same answer comes with the folder above in place.
      if mkdir(path, 0o777) == 0 { return try synchronize(parent(of: path)) }
    }
    let number = errno
    var status = stat()
    guard number == EEXIST || number == EISDIR || number == EROFS || number == EACCES, stat(path, &status) == 0,
      status.st_mode & S_IFMT == S_IFDIR
    else {
      throw PublishingError.cannotCreate("cannot create the folder \(path): \(String(cString: strerror(number)))")
    }
  }

  /// Makes a folder that must not be there.
  ///
  /// - Throws: `PublishingError.cannotCreate`.
  package static func makeFolder(_ path: String) throws {
    guard mkdir(path, 0o777) == 0 else {
      throw PublishingError.cannotCreate("cannot create the folder \(path): \(lastError())")
    }
  }

  /// Removes what stands at a path: a file, a link itself, or a folder with all that is in it. Nothing there is no error.
  package static func remove(_ path: String) throws {
    switch try entry(at: path) {
    case .nothing: return
    case .file, .link:
      if unlink(path) == 0 || errno == ENOENT { return }
    case .folder:
      for name in try names(path) { try remove(path + "/" + name) }
      if rmdir(path) == 0 || errno == ENOENT { return }
    }
    throw PublishingError.inputOutput("cannot remove \(path): \(lastError())")
  }

  /// Flushes every file and folder below a folder, children first, and the folder itself.
  package static func synchronizeTree(_ folder: String) throws {
    for name in try names(folder) {
      let path = folder + "/" + name
      switch try entry(at: path) {
      case .folder: try synchronizeTree(path)
      case .file: try synchronize(path)
      case .link, .nothing: break
      }
    }
    try synchronize(folder)
  }

  /// Throws where `makeFolders` or making a file in the folder would: the folder, or the nearest one above it that is
  /// there, cannot be written. Changes nothing.
  ///
  /// - Throws: `PublishingError.cannotCreate`.
  package static func refuseUnwritable(_ folder: String) throws {
    var nearest = folder
    while access(nearest, F_OK) != 0, errno == ENOENT, parent(of: nearest) != nearest { nearest = parent(of: nearest) }
    // The slash asks for a folder.
    guard access(nearest + "/", W_OK | X_OK) == 0 else {
      throw PublishingError.cannotCreate("cannot write in \(nearest): \(lastError())")
    }
  }

  /// The folder that a path lies in.
  package static func parent(of path: String) -> String {
    guard let slash = path.lastIndex(of: "/") else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }
}
