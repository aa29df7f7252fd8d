import MapMath
import OvertileTileArchive

/// Writes tiles as files, {z}/{x}/{y}.pbf or .geojson, and a `metadata.json` beside them.
///
/// Vector tiles are stored unchanged. Most file servers and GDAL expect uncompressed tiles; for gzip, the server must
/// announce the encoding. The files appear one by one. If readers must not see an unfinished folder, write it elsewhere
/// and move it.
package final class DirectoryWriter: TileArchiveWriter {
  /// The content of the files.
  package enum Content: Sendable, Hashable {
    /// Vector tiles with a compression.
    case vectorTiles(TileCompression)
    /// GeoJSON texts.
    case geoJSON

    var fileExtension: String { (self == .geoJSON ? TileContent.geoJSON : .vectorTile).fileExtension }

    var compression: TileCompression {
      switch self {
      case .vectorTiles(let compression): compression
      case .geoJSON: .none
      }
    }
  }

  private let path: String
  private let content: Content
  private let isDurable: Bool
  private var order = AppendOrder()
  private var statistics = ArchiveStatistics()
  // The folders {z}/{x} that were made, with z in the upper half.
  private var columns: Set<UInt64> = []

  /// Makes the folder unless there is one. If `isDurable`, each file is on the disk before the next one begins.
  package init(path: String, content: Content, isDurable: Bool = false) throws {
    (self.path, self.content, self.isDurable) = (path, content, isDurable)
    try UnixFile.makeFolder(path)
  }

  /// Writes a tile's file and replaces one with that name.
  package func append(_ tile: TileID, _ bytes: UnsafeRawBufferPointer) throws {
    _ = try order.accept(tile, path: path)
    guard bytes.count > 0 else { return }
    let zoom = "\(path)/\(tile.z)"
    if order.minZoom == nil || tile.z > order.maxZoom { try UnixFile.makeFolder(zoom) }
    let column = "\(zoom)/\(tile.x)"
    if columns.insert(UInt64(tile.z) << 32 | UInt64(tile.x)).inserted { try UnixFile.makeFolder(column) }
    try UnixFile.create("\(column)/\(tile.y).\(content.fileExtension)", bytes, isDurable: isDurable)
    order.note(tile)
    statistics.addressedTiles += 1
    statistics.bytes += bytes.count
  }

  /// The bytes of the tiles written so far. Equal tiles are separate files, and each counts. O(1).
  package var storedByteCount: Int { statistics.bytes }

  /// Writes `metadata.json`.
  package func finish(_ summary: ArchiveSummary) throws -> ArchiveStatistics {
    try order.finish(path: path)
    let metadata = summary.directoryJSON(fileExtension: content.fileExtension, compression: content.compression)
    let file = "\(path)/\(TileFolderNames.metadata)"
    try metadata.withUnsafeBytes { try UnixFile.create(file, $0, isDurable: isDurable) }
    if isDurable { try UnixFile.synchronizeFolder(of: file) }
    statistics.bytes += metadata.count
    statistics.tileEntries = statistics.addressedTiles
    statistics.tileContents = statistics.addressedTiles
    return statistics
  }
}
