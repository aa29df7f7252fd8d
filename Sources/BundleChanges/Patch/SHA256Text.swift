import Crypto
import Foundation

/// SHA-256 digests in hexadecimal, as manifests state them.
enum SHA256Text {
  /// The digest of some bytes.
  static func of(_ bytes: some DataProtocol) -> String { text(SHA256.hash(data: bytes)) }

  /// A digest as text.
  static func text(_ digest: SHA256.Digest) -> String {
    digest.map { byte in
      let text = String(byte, radix: 16)
      return text.count == 1 ? "0" + text : text
    }.joined()
  }

  /// Whether a text has the form of a digest.
  static func isDigest(_ text: String) -> Bool {
    text.utf8.count == 64 && text.utf8.allSatisfy { (48...57).contains($0) || (97...102).contains($0) }
  }

  /// The digest and the size in bytes of a file, read in pieces, or of a folder: of the paths and digests of its files,
  /// ascending by path.
  ///
  /// - Throws: `ChangesError` when something is missing or is neither file nor folder, such as a symbolic link.
  static func path(_ path: String) throws -> (sha256: String, bytes: Int) {
    switch try FileKind(path) {
    case .file: return try file(path)
    case .folder:
      var digest = SHA256()
      var bytes = 0
      for name in try FolderPack.names(path) {
        let file = try file(path + "/" + name)
        digest.update(data: Data("\(name)\n\(file.sha256)\n".utf8))
        bytes += file.bytes
      }
      return (text(digest.finalize()), bytes)
    case .other: throw ChangesError("\(path) is neither a file nor a folder")
    }
  }

  private static func file(_ path: String) throws -> (sha256: String, bytes: Int) {
    var digest = SHA256()
    var bytes = 0
    let reader = try FileReader(path)
    while let piece = try reader.next(1 << 20) {
      digest.update(data: piece)
      bytes += piece.count
    }
    return (text(digest.finalize()), bytes)
  }
}
