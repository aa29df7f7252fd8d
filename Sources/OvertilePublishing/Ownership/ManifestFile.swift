import Foundation
import OvertileBundleFormat
import OvertileTileArchive

/// The file of a manifest: a regular file of a plausible size.
enum ManifestFile {
  // More than any build has written, also before builds were bounded.
  private static let mostBytes = 1 << 30

  /// The bytes of a manifest's file; a pipe or a link to one is an error.
  static func read(_ path: String) throws -> Data {
    let file = try InputFile(path: path)
    guard file.size <= mostBytes else {
      throw PublishingError.cannotCreate("\(path) is too large to be a manifest")
    }
    return Data(try file.bytes(0..<file.size))
  }

  /// Whether a folder has the manifest of a bundle, of whatever version.
  static func stands(in folder: String) -> Bool {
    guard let data = try? read(folder + "/" + BundleManifest.fileName),
      let kind = try? JSONDecoder().decode(Kind.self, from: data)
    else { return false }
    return kind.format == BundleManifest.formatName
  }

  private struct Kind: Decodable { var format: String }
}
