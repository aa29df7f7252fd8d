import Foundation
import OvertileDigests

/// The digests that a manifest states: SHA-256 in hexadecimal.
package enum ContentDigest {
  /// The digest and size of a file or a folder.
  package typealias Content = (sha256: String, bytes: Int)

  /// The digest and size of a file that is read in chunks, until a chunk is nil or empty. O(bytes).
  package static func file<Chunk: Collection & ContiguousBytes>(
    nextChunk: () throws -> Chunk?
  ) rethrows -> Content {
    let digest = SHA256()
    var bytes = 0
    while let chunk = try nextChunk(), !chunk.isEmpty {
      digest.update(chunk)
      bytes += chunk.count
    }
    return (digest.finishAsText(), bytes)
  }

  /// The digest of a folder: that of a text with, for each file in it, ascending by path, the path below the folder, a
  /// newline, the file's digest and a newline; and the size of all files. O(files).
  ///
  /// - Parameters:
  ///   - paths: the paths of all files below the folder, in any order.
  ///   - file: the digest and size of one.
  package static func folder(_ paths: [String], file: (String) throws -> Content) rethrows -> Content {
    let digest = SHA256()
    var bytes = 0
    for path in paths.sorted() {
      let content = try file(path)
      digest.update(Data("\(path)\n\(content.sha256)\n".utf8))
      bytes += content.bytes
    }
    return (digest.finishAsText(), bytes)
  }
}

extension BundleManifest {
  /// The digest for the manifest: that of `digestedBytes()`.
  package func contentDigest() throws -> String { SHA256.text(of: try digestedBytes()) }

  /// The manifest with its own digest; to be set last.
  package func sealed() throws -> BundleManifest {
    var sealed = self
    sealed.digest = try contentDigest()
    return sealed
  }
}
