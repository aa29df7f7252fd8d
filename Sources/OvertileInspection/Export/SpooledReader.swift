import MapMath
import OvertileCore
import OvertileTileArchive

/// The tiles of an archive copied into a nameless file, where each is found by its address.
///
/// For MBTiles files without an index, in which SQLite would read all rows for each tile. Memory: 24 bytes a tile.
final class SpooledReader: TileArchiveReader, @unchecked Sendable {
  private let base: any TileArchiveReader
  private let file: StagedFile
  /// The tiles, ascending; constant once all are copied.
  private var entries: [Entry] = []

  private struct Entry {
    var id: UInt64
    var offset: UInt64
    var count: UInt32
  }

  private static let bufferBytes = 1 << 20

  /// Copies the tiles into a file beside a path. O(bytes).
  ///
  /// - Throws: `ArchiveError`.
  init(_ base: any TileArchiveReader, beside path: String) throws {
    self.base = base
    file = try StagedFile.beside(path)
    file.discard()
    var (buffer, end): ([UInt8], UInt64) = ([], 0)
    func flush() throws {
      try buffer.withUnsafeBytes { try UnixFile.write(file.descriptor, path: path, $0) }
      buffer.removeAll(keepingCapacity: true)
    }
    try base.forEachTile { tile, bytes in
      entries.append(Entry(id: tile.hilbertID, offset: end, count: UInt32(clamping: bytes.count)))
      buffer += bytes
      end += UInt64(bytes.count)
      if buffer.count > Self.bufferBytes { try flush() }
    }
    try flush()
    // If two rows have the same address, the first counts.
    entries.sort { ($0.id, $0.offset) < ($1.id, $1.offset) }
  }

  var path: String { base.path }
  var container: TileContainer { base.container }
  var content: TileContent { base.content }
  var tileCompression: StoredCompression { base.tileCompression }

  func zooms() throws -> ClosedRange<Int>? { try base.zooms() }
  func metadataJSON() throws -> [UInt8] { try base.metadataJSON() }
  func plain(_ stored: [UInt8], limit: Int) throws -> [UInt8] { try base.plain(stored, limit: limit) }
  func forEachTile(_ body: (TileID, [UInt8]) throws -> Void) throws { try base.forEachTile(body) }
  func forEachRun(_ body: (StoredRun) throws -> Void) throws { try base.forEachRun(body) }

  /// The stored bytes of a tile, or nil when there is none. O(log tiles).
  func tile(_ tile: TileID) throws -> [UInt8]? {
    let id = tile.hilbertID
    let index = entries.partitioningIndex { $0.id >= id }
    guard index < entries.count, entries[index].id == id else { return nil }
    return try UnixFile.read(
      file.descriptor, path: base.path, offset: Int(entries[index].offset), count: Int(entries[index].count))
  }
}
