import MapMath

/// A folder of tiles, {z}/{x}/{y}.pbf or .geojson. A tile needs one read; there is no header.
struct FolderTiles: SingleTileSource {
  private let folder: BundleFile
  private let fileExtension: String
  private let limit: Int

  /// Names a folder whose files have this extension; a tile has at most `limit` bytes, as stored and without
  /// compression.
  init(_ folder: BundleFile, fileExtension: String, limit: Int) {
    (self.folder, self.fileExtension, self.limit) = (folder, fileExtension, limit)
  }

  var name: String { folder.name }

  func plainTile(_ tile: TileID) async throws -> [UInt8]? {
    let file = folder.below("\(tile).\(fileExtension)")
    return try await file.whole(limit: limit).map { try file.plain($0, limit: limit) }
  }
}
