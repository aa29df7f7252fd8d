import Digests
import Foundation
import RegularFiles

/// SHA-256 digests of what lies at a path, in hexadecimal, as manifests state them.
enum PathDigest {
  /// The digest and the size in bytes of a file, read in pieces, or of a folder: of the paths and digests of its files,
  /// ascending by path.
  ///
  /// - Throws: `ChangesError` when something is missing or is neither file nor folder, such as a symbolic link.
  static func of(_ path: String) throws -> (sha256: String, bytes: Int) {
    switch try FileKind(of: path) {
    case .file: return try file(path)
    case .folder:
      let digest = SHA256()
      var bytes = 0
      for name in try FolderPack.names(path) {
        let file = try file(path + "/" + name)
        digest.update(Data("\(name)\n\(file.sha256)\n".utf8))
        bytes += file.bytes
      }
      return (digest.finishAsText(), bytes)
    case let kind: throw ChangesError("\(path) is \(kind.words), neither a file nor a folder")
    }
  }

  private static func file(_ path: String) throws -> (sha256: String, bytes: Int) {
    let digest = SHA256()
    var bytes = 0
    let reader = try FileReader(path)
    while let piece = try reader.next(1 << 20) {
      digest.update(piece)
      bytes += piece.count
    }
    return (digest.finishAsText(), bytes)
  }
}
