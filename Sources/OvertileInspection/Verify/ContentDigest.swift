import Foundation
import OvertileDigests
import OvertileRegularFiles
import OvertileTileArchive

/// SHA-256 digests in hexadecimal, as a manifest lists them.
///
/// Written independently on purpose: it checks the format's own `ContentDigest`.
enum StatedDigest {
  /// The digest of some bytes.
  static func bytes(_ bytes: Data) -> String { SHA256.text(of: bytes) }

  /// The digest of a file and its size. Reads it in chunks.
  static func file(_ path: String) throws -> (sha256: String, bytes: Int) {
    let handle = FileHandle(fileDescriptor: try RegularFile.open(path).descriptor, closeOnDealloc: true)
    let digest = SHA256()
    var bytes = 0
    do {
      while let chunk = try handle.read(upToCount: 1 << 20), !chunk.isEmpty {
        digest.update(chunk)
        bytes += chunk.count
      }
    } catch {
      throw ArchiveError(.cannotOpen, path: path, "reading failed: \(error.localizedDescription)")
    }
    return (digest.finishAsText(), bytes)
  }

  /// The digest of a folder: of the paths and digests of its files, ascending by path; and the size of all files.
  static func folder(_ path: String, files: [String]) throws -> (sha256: String, bytes: Int) {
    let digest = SHA256()
    var bytes = 0
    for name in files.sorted() {
      let file = try file(path + "/" + name)
      digest.update(Data("\(name)\n\(file.sha256)\n".utf8))
      bytes += file.bytes
    }
    return (digest.finishAsText(), bytes)
  }
}

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
