import Foundation
import MapMath
import OvertileBundleFormat
import OvertileTileArchive

/// The tiles of one file of a bundle, or of one folder of tiles.
struct BundleTiles: Sendable {
  /// The file's entry in the manifest.
  let entry: BundleManifest.File
  private let find: @Sendable (TileID) throws -> [UInt8]?
  private let unpack: @Sendable ([UInt8]) throws -> [UInt8]

  /// The tiles of a file of a bundle. `path` is the bundle's folder, for errors.
  init(_ entry: BundleManifest.File, _ storage: BundleManifest.TileStorage, _ files: HeldFiles, path: String) throws {
    self.entry = entry
    if let traits = try storage.knownContainer(of: path).traits.file {
      guard let file = try files.file(entry.path) else {
        throw BundleError.damaged(path, reason: "its \(entry.path) is missing")
      }
      let reader = try traits.open(file, TileArchives.mostTileBytes)
      // SQLite opens files by their paths.
      guard files.areStillThere else { throw BundleError.replaced(path) }
      let isCompressed = reader.tileCompression == .gzip
      find = { tile in
        guard let stored = try reader.tile(tile) else { return nil }
        // A tile with a damaged beginning is not sent as if it were stored plain: the decompression throws.
        if isCompressed, StoredCompression(sniffing: stored) != .gzip { _ = try reader.plain(stored) }
        return stored
      }
      unpack = { try reader.plain($0) }
    } else {
      find = { tile in
        let name = "\(tile).\(TileContent.vectorTile.fileExtension)"
        guard let file = try files.file(entry.path + "/" + name) else { return nil }
        guard file.size <= TileArchives.mostTileBytes else {
          throw ArchiveError(.malformed, path: file.path, "the tile is too large")
        }
        return try file.bytes(0..<file.size)
      }
      unpack = { stored in
        StoredCompression(sniffing: stored) == .gzip ? try Gunzip.decompress(stored) : stored
      }
    }
  }

  /// Whether the file may hold tiles of a zoom with a layer; nil means any layer.
  func mayHold(zoom: Int, layer: String?) -> Bool {
    guard (entry.minzoom ?? 0) <= zoom, zoom <= (entry.maxzoom ?? 31) else { return false }
    return layer == nil || entry.layer == nil || entry.layer == layer
  }

  /// The stored bytes of a tile; nil if there is none.
  func stored(_ tile: TileID) throws -> [UInt8]? { try find(tile) }

  /// Stored bytes without their compression.
  func plain(_ stored: [UInt8]) throws -> [UInt8] { try unpack(stored) }
}
