import Foundation
import MapMath
import OverlayBundle
import OvertileBundleFormat
import OvertileCore
import OvertileTileArchive

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
    self.folder = folder
    var files = [BundleManifest.fileName: manifestFile]
    var folders: [String] = []
    do {
      try ListedFiles(folder.path, manifest).check()
      for entry in manifest.files {
        if entry.fileRole == .tiles, manifest.tiles.tileContainer?.isFolder == true {
          folders.append(entry.path)
        } else if let file = try InputFile(ifPresent: entry.path, in: folder, followsLinks: false),
          file.size == entry.bytes
        {
          files[entry.path] = file
        } else {
          throw BundleError.damaged(folder.path, reason: "\(entry.path) is not the file that the manifest lists")
        }
      }
    } catch {
      throw folder.isStillThere ? error : BundleError.replaced(folder.path)
    }
    guard folder.isStillThere else { throw BundleError.replaced(folder.path) }
    (self.files, tileFolders) = (files, folders)
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
