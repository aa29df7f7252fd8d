import MapMath
import OvertileTileArchive

/// Writes tiles into a container: `PMTilesWriter`, `MBTilesWriter` or `DirectoryWriter`.
///
/// Tiles come in ascending order of `TileID` (zoom first, then along the Hilbert curve), each at most once, already
/// compressed as the archive states. The same tiles and summary give the same bytes. What stands at the target
/// stays until `finish` replaces it, except for a directory, which is written in place; when a writer goes away
/// unfinished, its temporary files go with it. All methods throw `ArchiveError`.
package protocol TileArchiveWriter: AnyObject {
  /// Adds a tile. A tile of no bytes has no entry and is passed over.
  func append(_ tile: TileID, _ bytes: UnsafeRawBufferPointer) throws

  /// The bytes of the tiles stored so far; of equal tiles those of one, where the container stores them once. O(1).
  var storedByteCount: Int { get }

  /// Writes the metadata and puts the archive in its place. To be called once, last.
  func finish(_ summary: ArchiveSummary) throws -> ArchiveStatistics
}

extension TileArchiveWriter {
  /// Adds a tile, as `append(_:_:)` with a buffer.
  package func append(_ tile: TileID, _ bytes: [UInt8]) throws {
    try bytes.withUnsafeBytes { try append(tile, $0) }
  }
}

/// What an archive holds.
package struct ArchiveStatistics: Sendable, Hashable, Codable {
  /// Tiles that can be asked for.
  package var addressedTiles = 0
  /// Directory entries: runs of equal tiles. As many as the tiles where the container has no runs.
  package var tileEntries = 0
  /// Blobs stored. As many as the tiles where the container stores equal tiles apart.
  package var tileContents = 0
  /// Bytes of all files of the archive.
  package var bytes = 0

  /// Makes statistics of nothing.
  package init() {}
}

/// The rule that tiles ascend, checked.
struct AppendOrder {
  private var last: UInt64?
  private var isFinished = false
  private(set) var minZoom: UInt8?
  private(set) var maxZoom: UInt8 = 0

  /// The Hilbert id of the next tile.
  mutating func accept(_ tile: TileID, path: String) throws -> UInt64 {
    guard !isFinished else { throw ArchiveError(.order, path: path, "tile \(tile) comes after the end") }
    let id = tile.hilbertID
    if let last, id <= last { throw ArchiveError(.order, path: path, "tile \(tile) comes out of order") }
    last = id
    return id
  }

  /// Notes that a tile is stored.
  mutating func note(_ tile: TileID) {
    if minZoom == nil { minZoom = tile.z }
    maxZoom = tile.z
  }

  mutating func finish(path: String) throws {
    guard !isFinished else { throw ArchiveError(.order, path: path, "the archive is finished twice") }
    isFinished = true
  }
}
