import MapMath
import OvertileTileArchive

/// A folder of tiles, {z}/{x}/{y}.pbf. A tile needs one read; there is no header.
struct FolderTiles: SingleTileSource {
  let folder: BundleFile
  /// The most bytes of a tile, as stored and without compression.
  let limit: Int

  func plainTile(_ tile: TileID) async throws -> [UInt8]? {
    let file = folder.below("\(tile).\(TileContent.vectorTile.fileExtension)")
    return try await file.whole(limit: limit).map { try file.plain($0, limit: limit) }
  }
}
