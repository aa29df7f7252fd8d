import MapMath
import OvertileBundleFormat
import OvertileTileArchive

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
