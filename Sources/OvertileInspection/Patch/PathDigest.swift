import Foundation
import OvertileBundleFormat
import OvertileCore

/// SHA-256 digests of the content of a path, in hexadecimal, as manifests state them.
enum PathDigest {
  /// The digest and the size in bytes of a file, read in chunks, or of a folder: of the paths and digests of its files,
  /// ascending by path.
  ///
  /// - Throws: `ChangesError` if something is missing or is neither file nor folder, such as a symbolic link.
  static func of(_ path: String) throws -> (sha256: String, bytes: Int) {
    switch try FileKind(of: path) {
    case .file: return try file(path)
    case .folder:
      return try ContentDigest.folder(FolderPack.names(path)) { try file(path + "/" + $0) }
    case let kind: throw ChangesError("\(path) is \(kind.words), but a file or folder was expected")
    }
  }

  private static func file(_ path: String) throws -> (sha256: String, bytes: Int) {
    let reader = try FileReader(path)
    return try ContentDigest.file { try reader.next(1 << 20) }
  }
}
