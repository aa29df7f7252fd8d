import Foundation
import MapMath
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
    let bytes = try file.whole(limit: BundleSizes.manifest)
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

/// The files of one bundle, held open: whatever appears at the bundle's path later, these are read.
///
/// Only files that the manifest names are opened, in the folder that was opened first, and no symbolic link is followed.
/// Any thread may read; reads block.
final class HeldFiles: LocalFiles {
  private let folder: InputFolder
  private let files: [String: InputFile]
  /// The folders of tiles, without a slash at their end.
  private let tileFolders: [String]

  /// Opens the files of a manifest.
  ///
  /// - Throws: `BundleError.replaced` if another bundle replaced it meanwhile; `BundleError`, `ListedFileError`,
  ///   `ArchiveError`.
  init(_ folder: InputFolder, _ manifest: BundleManifest, manifestFile: InputFile) throws {
    let isFolder = manifest.tiles.tileContainer?.isFolder == true
    let tileFolders = manifest.files.filter { isFolder && $0.fileRole == .tiles }.map(\.path)
    var files = [BundleManifest.fileName: manifestFile]
    do {
      try ListedFiles(folder.path, manifest).check()
      for entry in manifest.files where !tileFolders.contains(entry.path) {
        files[entry.path] = try InputFile(ifPresent: entry.path, in: folder, followsLinks: false)
      }
    } catch {
      throw folder.isStillThere ? error : BundleError.replaced(folder.path)
    }
    guard folder.isStillThere else { throw BundleError.replaced(folder.path) }
    (self.folder, self.files, self.tileFolders) = (folder, files, tileFolders)
  }

  /// Whether the bundle's path still leads to these files.
  var areStillThere: Bool { folder.isStillThere }

  /// A file of the manifest, or one of a folder of tiles; nil if there is none with that path.
  ///
  /// - Throws: `BundleError.replaced` if the folder is being removed; `ArchiveError`.
  func file(_ path: String) throws -> InputFile? {
    if let file = files[path] { return file }
    guard BundlePath.isSafe(path), let tiles = tileFolders.first(where: { path.hasPrefix($0 + "/") }) else {
      return nil
    }
    guard TilePath.isTilePath(path.dropFirst(tiles.utf8.count + 1), .file) else { return nil }
    if let file = try fileWithoutLinks(path) { return file }
    // The manifest is the first file of a replaced bundle to be removed.
    guard folder.has(BundleManifest.fileName) else { throw BundleError.replaced(folder.path) }
    return nil
  }

  /// Opens a file folder by folder, so that none on the way is a link; nil if there is none.
  private func fileWithoutLinks(_ path: String) throws -> InputFile? {
    let parts = path.split(separator: "/").map(String.init)
    var inner = folder
    for part in parts.dropLast() {
      guard let next = try InputFolder(ifPresent: part, in: inner) else { return nil }
      inner = next
    }
    return try InputFile(ifPresent: parts[parts.count - 1], in: inner, followsLinks: false)
  }

  func bytes(of path: String, in range: Range<UInt64>) async throws -> [UInt8]? {
    try file(path)?.bytes(within: range)
  }

  func localPath(of path: String) -> String? {
    folder.isStillThere && BundlePath.isSafe(path) ? folder.path + "/" + path : nil
  }
}

/// The tiles of one file of a bundle, or of one folder of tiles.
struct BundleTiles: Sendable {
  /// The file's entry in the manifest.
  let entry: BundleManifest.File
  private let files: HeldFiles
  /// The reader of the file; nil for a folder.
  private let archive: (any TileArchiveReader)?

  /// The tiles of a file of a bundle. `path` is the bundle's folder, for errors.
  init(_ entry: BundleManifest.File, _ storage: BundleManifest.TileStorage, _ files: HeldFiles, path: String) throws {
    (self.entry, self.files) = (entry, files)
    let container = try storage.knownContainer(of: path)
    if container.isFolder {
      archive = nil
    } else {
      guard let file = try files.file(entry.path) else {
        throw BundleError.damaged(path, reason: "its \(entry.path) is missing")
      }
      archive = try container.open(file)
    }
    // SQLite opens files by their paths.
    guard files.areStillThere else { throw BundleError.replaced(path) }
  }

  /// Whether the file may hold tiles of a zoom with a layer; nil means any layer.
  func mayHold(zoom: Int, layer: String?) -> Bool {
    entry.zooms.contains(zoom) && (layer == nil || entry.layer == nil || entry.layer == layer)
  }

  /// The stored bytes of a tile; nil if there is none.
  func stored(_ tile: TileID) throws -> [UInt8]? {
    guard let archive else {
      let file = try files.file("\(entry.path)/\(tile).\(TileContent.vectorTile.fileExtension)")
      return try file?.whole(limit: TileArchives.mostTileBytes)
    }
    guard let stored = try archive.tile(tile) else { return nil }
    // A tile with a damaged beginning is not sent as if it were stored plain: the decompression throws.
    if archive.tileCompression == .gzip, StoredCompression(sniffing: stored) != .gzip { _ = try archive.plain(stored) }
    return stored
  }

  /// Stored bytes without their compression.
  func plain(_ stored: [UInt8]) throws -> [UInt8] { try archive?.plain(stored) ?? Gunzip.plain(stored) }
}
