import Foundation
import OvertileCore
import OvertileTileArchive

/// The digests that a manifest states: SHA-256 in hexadecimal.
package enum ContentDigest {
  /// The digest and size of a file or a folder.
  package typealias Content = (sha256: String, bytes: Int)

  /// The digest and size of a file, which is read in chunks. O(bytes).
  ///
  /// - Throws: `ArchiveError`.
  package static func file(_ file: InputFile) throws -> Content {
    let digest = SHA256()
    for start in stride(from: 0, to: file.size, by: 1 << 20) {
      digest.update(try file.bytes(start..<min(start + 1 << 20, file.size)))
    }
    return (digest.finishAsText(), file.size)
  }

  /// The digest and size of the file at a path.
  package static func file(_ path: String) throws -> Content { try file(try InputFile(path: path)) }

  /// The digest of a folder: that of a text with, for each file in it, ascending by path, the path below the folder, a
  /// newline, the file's digest and a newline; and the size of all files. O(bytes).
  ///
  /// - Throws: `ArchiveError`.
  package static func folder(_ folder: String) throws -> Content {
    let digest = SHA256()
    var bytes = 0
    for path in try Folder.files(below: folder).sorted() {
      let content = try file(folder + "/" + path)
      digest.update(Data("\(path)\n\(content.sha256)\n".utf8))
      bytes += content.bytes
    }
    return (digest.finishAsText(), bytes)
  }
}

extension BundleManifest {
  /// The digest for the manifest: that of its JSON text without the members `digest` and `software`.
  package func contentDigest() throws -> String {
    var rest = self
    (rest.digest, rest.software) = (nil, nil)
    return SHA256.text(of: try rest.encoded())
  }

  /// Throws if the manifest was changed since it was written: neither its text nor its content has the digest that it
  /// states. A manifest without a digest, as in bundles of earlier versions, passes. O(bytes).
  ///
  /// The text without the digest's line and `software` counts, since it holds members that a later version added. The content counts,
  /// since other white space changes nothing.
  ///
  /// - Parameters:
  ///   - text: the text that the manifest was read from.
  ///   - bundle: the bundle's name in the error.
  /// - Throws: `BundleError.damaged`.
  package func checkDigest(of text: Data, bundle: String) throws {
    guard let digest, digest != SHA256.text(of: Self.digested(text)), try digest != contentDigest() else { return }
    throw BundleError.damaged(
      bundle,
      reason:
        "\(Self.fileName) does not match its digest; it was edited or copied incompletely. Copy the bundle again, or "
        + "rebuild it"
    )
  }

  /// A manifest's text without the lines of its digest and of `software`.
  private static func digested(_ text: Data) -> Data {
    [("\n  \"digest\" : \"", "\n"), ("\n  \"software\" : {", "\n  },\n")].reduce(text) { text, lines in
      guard let start = text.range(of: Data(lines.0.utf8)),
        let end = text.range(of: Data(lines.1.utf8), in: start.upperBound..<text.endIndex)
      else { return text }
      return text[...start.lowerBound] + text[end.upperBound...]
    }
  }

  /// The manifest with its own digest; to be set last.
  package func sealed() throws -> BundleManifest {
    var sealed = self
    sealed.digest = try contentDigest()
    return sealed
  }
}
