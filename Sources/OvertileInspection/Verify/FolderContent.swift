import Foundation
import OvertileTileArchive

/// The content of a folder.
enum FolderContent {
  /// The paths of all files below a folder, relative to it, ascending; none if there is no such folder. Links are files,
  /// except those to folders.
  ///
  /// - Throws: `ArchiveError` if a folder cannot be listed.
  static func files(_ path: String) throws -> [String] {
    guard isFolder(path) == true else { return [] }
    return try Folder.files(below: path).sorted()
  }

  /// Whether a path is a folder; nil if there is nothing.
  static func isFolder(_ path: String) -> Bool? {
    var isFolder: ObjCBool = false
    return FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) ? isFolder.boolValue : nil
  }
}
