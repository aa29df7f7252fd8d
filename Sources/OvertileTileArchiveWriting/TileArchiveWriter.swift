import MapMath
import OvertileTileArchive

/// Writes tiles into a container.
///
/// Append tiles in ascending order of `TileID` (zoom first, then along the Hilbert curve), each at most once, already
/// compressed as the archive states. The same tiles and summary result in the same bytes. Files are written in place, over
/// nothing else: an archive that readers must not see unfinished is written elsewhere and moved. All methods throw
/// `ArchiveError`.
package protocol TileArchiveWriter: AnyObject {
  /// Adds a tile. A tile without bytes is skipped and has no entry.
  func append(_ tile: TileID, _ bytes: UnsafeRawBufferPointer) throws

  /// The bytes of the tiles stored so far. Equal tiles count once if the container stores them once. O(1).
  var storedByteCount: Int { get }

  /// Writes the metadata and all that is missing. Call it once, after the last tile.
  func finish(_ summary: ArchiveSummary) throws -> ArchiveStatistics
}

extension TileArchiveWriter {
  /// Adds a tile from an array, like `append(_:_:)` with a buffer.
  package func append(_ tile: TileID, _ bytes: [UInt8]) throws {
    try bytes.withUnsafeBytes { try append(tile, $0) }
  }
}

extension TileContainer {
  /// Begins an archive or a folder of tiles that are compressed so.
  ///
  /// - Parameter threads: the most threads that finish it.
  package func makeWriter(
    path: String, compression: TileCompression, threads: Int = 1
  ) throws -> any TileArchiveWriter {
    switch self {
    case .pmtiles: try PMTilesWriter(path: path, compression: compression, threads: threads)
    case .mbtiles: try MBTilesWriter(path: path)
    case .directory: try DirectoryWriter(path: path, compression: compression)
    }
  }
}

/// The numbers of tiles, entries, blobs and bytes of an archive.
package struct ArchiveStatistics: Sendable, Hashable, Codable {
  /// The number of tiles that can be requested.
  package var addressedTiles = 0
  /// The number of directory entries, or runs of equal tiles. It equals the number of tiles if the container has no
  /// runs.
  package var tileEntries = 0
  /// The number of stored blobs. It equals the number of tiles if the container stores equal tiles separately.
  package var tileContents = 0
  /// The bytes of all files of the archive.
  package var bytes = 0

  /// Creates the statistics of an empty archive.
  package init() {}
}

/// Checks that tiles ascend.
struct AppendOrder {
  private var last: UInt64?
  private(set) var minZoom: UInt8?
  private(set) var maxZoom: UInt8 = 0

  /// Returns the Hilbert id of the next tile. Throws if the tile is out of order.
  mutating func accept(_ tile: TileID, path: String) throws -> UInt64 {
    let id = tile.hilbertID
    if let last, id <= last { throw ArchiveError(.order, path: path, "tile \(tile) was appended out of order") }
    last = id
    return id
  }

  /// Records that a tile is stored.
  mutating func note(_ tile: TileID) {
    if minZoom == nil { minZoom = tile.z }
    maxZoom = tile.z
  }
}
