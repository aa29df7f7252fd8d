import OvertileCore

#if canImport(Darwin)
  /// The result of opendir(3).
  package typealias DirectoryStream = UnsafeMutablePointer<DIR>
#else
  /// The result of opendir(3).
  package typealias DirectoryStream = OpaquePointer
#endif

/// Checks and lists folders.
package enum Folder {
  /// Whether a path is a folder or a link to one.
  package static func exists(_ path: String) -> Bool { FileKind(at: path) == .folder }

  /// Whether a path is a regular file or a link to one.
  package static func hasFile(_ path: String) -> Bool { FileKind(at: path) == .file }

  /// The folder that a path lies in.
  package static func parent(of path: String) -> String {
    let end = path.lastIndex { $0 != "/" } ?? path.startIndex
    guard let slash = path[..<end].lastIndex(of: "/") else { return path.hasPrefix("/") ? "/" : "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }

  /// The paths of all files below a folder, relative to it, in no order. Links are files, except those to folders.
  package static func files(below path: String) throws -> [String] {
    try names(path).flatMap { name -> [String] in
      let full = path + "/" + name
      switch FileKind(at: full, followsLinks: false) {
      case .folder: return try files(below: full).map { name + "/" + $0 }
      case .link where FileKind(at: full) == .folder: return []
      default: return [name]
      }
    }
  }

  /// The names in a folder, in no order, without "." and "..".
  package static func names(_ path: String) throws -> [String] {
    guard let stream = opendir(path) else { throw ArchiveError.system(.cannotOpen, path: path, "opendir") }
    defer { closedir(stream) }
    guard let names = names(stream) else { throw ArchiveError.system(.inputOutput, path: path, "readdir") }
    return names
  }

  /// The names that an open folder lists, in no order, without "." and ".."; nil if that fails, and `errno` is set.
  package static func names(_ stream: DirectoryStream) -> [String]? {
    // An entry may be shorter than its declared type, so copying one could read beyond its end.
    guard let location = MemoryLayout<dirent>.offset(of: \dirent.d_name) else { return [] }
    var names: [String] = []
    while true {
      errno = 0
      guard let entry = readdir(stream) else { return errno == 0 ? names : nil }
      let name = String(cString: (UnsafeRawPointer(entry) + location).assumingMemoryBound(to: CChar.self))
      if name != ".", name != ".." { names.append(name) }
    }
  }
}
