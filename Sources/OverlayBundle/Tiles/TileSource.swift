import MapMath
import OvertileTileArchive

/// Tiles of some zooms in one container.
protocol TileSource: Sendable {
  /// For each tile, its bytes without compression, in the bundle's encoding; nil if there is no such tile.
  ///
  /// One that is damaged does not keep others from being read.
  func plainTiles(_ tiles: [TileID]) async -> [Result<[UInt8]?, any Error>]
}

/// A container in which tiles do not share reads.
protocol SingleTileSource: TileSource {
  /// The bytes of a tile without compression, in the bundle's encoding; nil if there is no such tile.
  func plainTile(_ tile: TileID) async throws -> [UInt8]?
}

extension SingleTileSource {
  /// Eight tiles are read at a time.
  func plainTiles(_ tiles: [TileID]) async -> [Result<[UInt8]?, any Error>] {
    await concurrently(tiles, width: 8) { tile in await result { try await plainTile(tile) } }
  }
}

extension BundleFile {
  /// Bytes without compression: inflated from gzip members, which are recognized by their first bytes, or unchanged.
  func plain(_ stored: [UInt8], limit: Int) throws -> [UInt8] {
    try BundleError.naming(name) { try Gunzip.plain(stored, limit: limit) }
  }
}
