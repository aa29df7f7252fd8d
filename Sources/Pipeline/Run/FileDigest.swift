import Digests
import Foundation
import Publishing

/// SHA-256 digests of files and folders, in hexadecimal.
enum FileDigest {
  /// The digest of a text.
  static func text(_ text: String) -> String { bytes(Data(text.utf8)) }

  /// The digest of some bytes.
  static func bytes(_ bytes: Data) -> String { SHA256.text(of: bytes) }

  /// The digest of a file and its size in bytes. Reads it in pieces.
  static func file(_ path: String) throws -> (sha256: String, bytes: Int) {
    guard let handle = FileHandle(forReadingAtPath: path) else {
      throw PipelineError.inputOutput("cannot read \(path) again: \(FileSystem.lastError())")
    }
    defer { try? handle.close() }
    let digest = SHA256()
    var bytes = 0
    while let piece = try handle.read(upToCount: 1 << 20), !piece.isEmpty {
      digest.update(piece)
      bytes += piece.count
    }
    return (digest.finishAsText(), bytes)
  }

  /// The digest of a folder: of the paths and digests of its files, ascending by path; and the size of all files.
  static func folder(_ path: String) throws -> (sha256: String, bytes: Int) {
    let digest = SHA256()
    var bytes = 0
    for name in try FileManager.default.subpathsOfDirectory(atPath: path).sorted() {
      var isFolder: ObjCBool = false
      let full = path + "/" + name
      guard FileManager.default.fileExists(atPath: full, isDirectory: &isFolder), !isFolder.boolValue else { continue }
      let file = try file(full)
      digest.update(Data("\(name)\n\(file.sha256)\n".utf8))
      bytes += file.bytes
    }
    return (digest.finishAsText(), bytes)
  }

  /// The digest of a sequence of pairs of words.
  static func words(_ words: some Sequence<(UInt64, UInt64)>) -> String {
    let digest = SHA256()
    var buffer: [UInt64] = []
    for (a, b) in words {
      buffer.append(a.littleEndian)
      buffer.append(b.littleEndian)
      guard buffer.count >= 1 << 13 else { continue }
      buffer.withUnsafeBytes { digest.update($0) }
      buffer.removeAll(keepingCapacity: true)
    }
    buffer.withUnsafeBytes { digest.update($0) }
    return digest.finishAsText()
  }
}
