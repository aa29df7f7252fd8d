import MapMath
import OvertileTileArchive

/// Tiles of some zooms in one container.
protocol TileSource: Sendable {
  /// The container's name in errors.
  var name: String { get }

  /// The bytes of a tile without compression, in the bundle's encoding; nil when there is no such tile.
  func plainTile(_ tile: TileID) async throws -> [UInt8]?
}

extension BundleFile {
  /// Bytes without compression: those of gzip members, which their first bytes tell, or as they are.
  func plain(_ stored: [UInt8], limit: Int) throws -> [UInt8] {
    guard stored.count > 2, stored[0] == 0x1F, stored[1] == 0x8B else { return stored }
    return try BundleError.naming(name) { try Gunzip.decompress(stored, limit: limit) }
  }
}
