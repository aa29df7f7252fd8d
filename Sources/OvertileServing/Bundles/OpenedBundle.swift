import Foundation
import OverlayBundle
import OvertileBundleFormat
import OvertileCore
import OvertileTileArchive

/// An open bundle. A response is made from one open bundle, whatever is published in the meantime.
package final class OpenedBundle: Sendable {
  /// The bundle's name on the site.
  package let name: String
  /// The manifest.
  package let manifest: BundleManifest
  /// The bytes of `bundle.json`.
  package let manifestBytes: [UInt8]
  /// The SHA-256 digest of `bundle.json` in hexadecimal. It covers all files, because `bundle.json` contains their
  /// digests.
  package let digest: String
  /// When it was opened.
  package let opened: Date
  /// The reader of overlays and members, which reads the same files.
  package let reader: BundleReader
  /// The files.
  let files: HeldFiles
  /// The files of tiles, those of single layers in the order of the layers.
  let tiles: [BundleTiles]

  /// How often a bundle that is replaced while it is opened is tried again.
  private static let attempts = 16

  /// The first 16 digits of the digest: the parameter `v` of the addresses of tiles.
  package var version: String { String(digest.prefix(16)) }

  /// Opens the bundle at a path; again, while it is replaced meanwhile. O(files); blocks.
  ///
  /// - Throws: `BundleError`, `ListedFileError`, `ArchiveError`.
  static func open(_ address: BundleAddress) throws -> OpenedBundle {
    for _ in 1..<attempts {
      do { return try OpenedBundle(address) } catch BundleError.replaced { usleep(2_000) }
    }
    return try OpenedBundle(address)
  }

  private init(_ address: BundleAddress) throws {
    let path = address.path
    guard let folder = try InputFolder(ifPresent: path),
      let file = try InputFile(ifPresent: BundleManifest.fileName, in: folder, followsLinks: false)
    else { throw BundleError.missing(path) }
    guard file.size <= BundleSizes.manifest else {
      throw BundleError.damaged(path, reason: "the manifest is too large (\(file.size) bytes)")
    }
    let bytes = try file.bytes(0..<file.size)
    let manifest = try BundleManifest(Data(bytes), bundle: path)
    try manifest.checkDigest(of: Data(bytes), bundle: path)
    let files = try HeldFiles(folder, manifest, manifestFile: file)
    (name, self.manifest, manifestBytes, self.files) = (address.name, manifest, bytes, files)
    digest = SHA256.text(of: Data(bytes))
    tiles = try manifest.tileGroups.joined().map { try BundleTiles($0, manifest.tiles, files, path: path) }
    reader = try Blocking.value { try await BundleReader(reader: files, name: path) }
    opened = Date()
  }
}
