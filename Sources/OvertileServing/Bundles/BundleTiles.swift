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

  /// The tiles of a file of a bundle. `path` is the bundle's folder, for SQLite, which opens files by their paths.
  init(_ entry: BundleManifest.File, _ storage: BundleManifest.TileStorage, _ files: HeldFiles, path: String) throws {
    self.entry = entry
    switch storage.tileContainer {
    case .pmtiles:
      guard let file = try files.file(entry.path) else { throw Self.missing(entry, path) }
      let reader = try PMTilesReader(file)
      let isCompressed = reader.tileCompression == .gzip
      find = { tile in
        guard let stored = try reader.tile(tile) else { return nil }
        // A tile with a damaged beginning is not sent as if it were stored plain: the decompression throws.
        if isCompressed, StoredCompression(sniffing: stored) != .gzip { _ = try reader.plain(stored) }
        return stored
      }
      unpack = { try reader.plain($0) }
    case .mbtiles:
      let reader = try MBTilesReader(path: path + "/" + entry.path)
      (find, unpack) = ({ try reader.tile($0) }, { try reader.plain($0) })
      guard files.areStillThere else { throw BundleError.replaced(path) }
    case .directory:
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
    case nil:
      throw BundleError.notABundle(path, reason: "the tile container \"\(storage.container)\" is not supported")
    }
  }

  private static func missing(_ entry: BundleManifest.File, _ path: String) -> BundleError {
    .damaged(path, reason: "the file \(entry.path) is missing")
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
