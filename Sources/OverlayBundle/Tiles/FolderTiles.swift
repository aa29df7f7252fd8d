import MapMath
import OvertileTileArchive

/// A folder of tiles, {z}/{x}/{y}.pbf. A tile needs one read; there is no header.
struct FolderTiles: SingleTileSource {
  private let folder: BundleFile
  private let limit: Int

  /// Names a folder; a tile has at most `limit` bytes, as stored and without compression.
  init(_ folder: BundleFile, limit: Int) { (self.folder, self.limit) = (folder, limit) }

  func plainTile(_ tile: TileID) async throws -> [UInt8]? {
    let file = folder.below("\(tile).\(TileContent.vectorTile.fileExtension)")
    return try await file.whole(limit: limit).map { try file.plain($0, limit: limit) }
  }
}
