import Foundation
import OvertileCore
import OvertileTileArchive

/// The content of a folder.
enum FolderContent {
  /// The paths of all files below a folder, relative to it, ascending; none if there is no such folder. Links are files,
  /// except those to folders.
  ///
  /// - Throws: `ArchiveError` if a folder cannot be listed.
  static func files(_ path: String) throws -> [String] {
    guard isFolder(path) == true else { return [] }
    return try unsorted(path).sorted()
  }

  private static func unsorted(_ path: String) throws -> [String] {
    try Folder.names(path).flatMap { name -> [String] in
      let full = path + "/" + name
      switch FileKind(at: full, followsLinks: false) {
      case .folder: return try unsorted(full).map { name + "/" + $0 }
      case .link where FileKind(at: full) == .folder: return []
      default: return [name]
      }
    }
  }

  /// Whether a path is a folder; nil if there is nothing.
  static func isFolder(_ path: String) -> Bool? {
    var isFolder: ObjCBool = false
    return FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) ? isFolder.boolValue : nil
  }
}
