import Foundation
import OvertileBundleFormat
import OvertileCore
import OvertilePublishing

/// SHA-256 digests of files and folders, in hexadecimal.
package enum FileDigest {
  /// The digest of a text.
  package static func text(_ text: String) -> String { bytes(Data(text.utf8)) }

  /// The digest of some bytes.
  package static func bytes(_ bytes: Data) -> String { SHA256.text(of: bytes) }

  /// The digest of a file and its size in bytes. Reads it in chunks, all into one buffer.
  package static func file(_ path: String) throws -> (sha256: String, bytes: Int) {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else {
      throw PipelineError.inputOutput("cannot read \(path) again: \(FileSystem.lastError())")
    }
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 18, alignment: 16)
    defer {
      buffer.deallocate()
      close(descriptor)
    }
    return try ContentDigest.file { () throws -> UnsafeRawBufferPointer? in
      while true {
        let count = read(descriptor, buffer.baseAddress, buffer.count)
        if count < 0, errno == EINTR { continue }
        guard count >= 0 else {
          throw PipelineError.inputOutput("cannot read \(path) again: \(FileSystem.lastError())")
        }
        return UnsafeRawBufferPointer(rebasing: buffer[..<count])
      }
    }
  }

  /// The digest of a folder, as in a manifest, and the size of all files in it.
  package static func folder(_ path: String) throws -> (sha256: String, bytes: Int) {
    let names = try FileManager.default.subpathsOfDirectory(atPath: path).filter { name in
      var isFolder: ObjCBool = false
      return FileManager.default.fileExists(atPath: path + "/" + name, isDirectory: &isFolder) && !isFolder.boolValue
    }
    return try ContentDigest.folder(names) { try file(path + "/" + $0) }
  }

  /// The digest of so many pairs of words.
  package static func words(_ count: Int, _ pair: (Int) -> (UInt64, UInt64)) -> String {
    let digest = SHA256()
    var buffer: [UInt64] = []
    for index in 0..<count {
      let (a, b) = pair(index)
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
