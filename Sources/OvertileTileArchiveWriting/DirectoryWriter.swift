import MapMath
import OvertileTileArchive

/// Writes tiles as files, {z}/{x}/{y}.pbf, and a `metadata.json` beside them.
///
/// Tiles are stored unchanged. Most file servers and GDAL expect uncompressed tiles; for gzip, the server must
/// announce the encoding. The files appear one by one. If readers must not see an unfinished folder, write it elsewhere
/// and move it.
package final class DirectoryWriter: TileArchiveWriter {
  private let path: String
  private let compression: TileCompression
  private var order = AppendOrder()
  private var statistics = ArchiveStatistics()
  // The folders {z}/{x} that were made, with z in the upper half.
  private var columns: Set<UInt64> = []

  /// Creates the folder unless it exists, for tiles with this compression.
  package init(path: String, compression: TileCompression) throws {
    (self.path, self.compression) = (path, compression)
    try UnixFile.makeFolder(path)
  }

  /// Writes a tile's file, which must not exist.
  package func append(_ tile: TileID, _ bytes: UnsafeRawBufferPointer) throws {
    _ = try order.accept(tile, path: path)
    guard bytes.count > 0 else { return }
    let zoom = "\(path)/\(tile.z)"
    if order.minZoom == nil || tile.z > order.maxZoom { try UnixFile.makeFolder(zoom) }
    let column = "\(zoom)/\(tile.x)"
    if columns.insert(UInt64(tile.z) << 32 | UInt64(tile.x)).inserted { try UnixFile.makeFolder(column) }
    try NewFile("\(column)/\(tile.y).\(TileContent.vectorTile.fileExtension)").append(bytes)
    order.note(tile)
    statistics.addressedTiles += 1
    statistics.bytes += bytes.count
  }

  /// The bytes of the tiles written so far. Equal tiles are separate files, and each counts. O(1).
  package var storedByteCount: Int { statistics.bytes }

  /// Writes `metadata.json`.
  package func finish(_ summary: ArchiveSummary) throws -> ArchiveStatistics {
    let metadata = summary.directoryJSON(compression: compression)
    let file = "\(path)/\(TileFolderNames.metadata)"
    try NewFile(file).append(metadata)
    statistics.bytes += metadata.count
    statistics.tileEntries = statistics.addressedTiles
    statistics.tileContents = statistics.addressedTiles
    return statistics
  }
}
