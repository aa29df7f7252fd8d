import MapMath
import OvertileCore
import OvertilePublishing
import OvertileTileArchive

/// The tiles of an archive copied into a nameless file, where each is found by its address.
///
/// For MBTiles files without an index, in which SQLite would read all rows for each tile. Memory: 24 bytes a tile.
final class SpooledReader: TileArchiveReader, @unchecked Sendable {
  private let base: any TileArchiveReader
  private let file: TemporaryFile
  /// The tiles, ascending; constant once all are copied.
  private var entries: [(id: UInt64, offset: Int, count: Int)] = []

  /// Copies the tiles into a file beside a path. O(bytes).
  ///
  /// - Throws: `ArchiveError`, `PublishingError`.
  init(_ base: any TileArchiveReader, beside path: String) throws {
    self.base = base
    file = try TemporaryFile(for: path, replacing: .anyFile)
    var end = 0
    try base.forEachTile { tile, bytes in
      entries.append((tile.hilbertID, end, bytes.count))
      try file.append(bytes)
      end += bytes.count
    }
    // If two rows have the same address, the first counts.
    entries.sort { ($0.id, $0.offset) < ($1.id, $1.offset) }
  }

  var path: String { base.path }
  var container: TileContainer { base.container }
  var content: TileContent { base.content }
  var tileCompression: StoredCompression { base.tileCompression }

  func zooms() throws -> ClosedRange<Int>? { try base.zooms() }
  func metadataJSON() throws -> [UInt8] { try base.metadataJSON() }
  func forEachTile(_ body: (TileID, [UInt8]) throws -> Void) throws { try base.forEachTile(body) }
  func forEachRun(_ body: (StoredRun) throws -> Void) throws { try base.forEachRun(body) }

  /// The stored bytes of a tile, or nil when there is none. O(log tiles).
  func tile(_ tile: TileID) throws -> [UInt8]? {
    let id = tile.hilbertID
    let index = entries.partitioningIndex { $0.id >= id }
    guard index < entries.count, entries[index].id == id else { return nil }
    return try file.read(at: entries[index].offset, count: entries[index].count)
  }
}
