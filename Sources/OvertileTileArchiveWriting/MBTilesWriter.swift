import Foundation
import MapMath
import OvertileCore
import OvertileTileArchive

/// Writes an MBTiles file, version 1.3, of gzipped vector tiles.
///
/// The database is written without a journal, so that it never has a side file. Rows are in the order of appending. No row is ever deleted, so the file has no free pages and equal tiles
/// result in equal bytes (with the same version of SQLite). Source: the MBTiles specification, version 1.3.
package final class MBTilesWriter: TileArchiveWriter {
  /// The magic number of an MBTiles file in SQLite's header: "MPBX".
  static let applicationID = 0x4D50_4258

  private let path: String
  private let database: SQLiteDatabase
  private var insert: SQLiteStatement?
  private var order = AppendOrder()
  private var statistics = ArchiveStatistics()
  /// The bytes of the tiles stored so far. Equal tiles are separate rows, and each counts. O(1).
  package private(set) var storedByteCount = 0

  /// Starts a file, which must not exist.
  package init(path: String) throws {
    self.path = path
    _ = try NewFile(path)
    (database, insert) = try SQLiteError.map(path) {
      let database = try SQLiteDatabase(path: path, .writing)
      try database.execute("PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; PRAGMA locking_mode = EXCLUSIVE;")
      try database.execute(Self.schema)
      return (database, try database.statement("INSERT INTO tiles VALUES (?, ?, ?, ?)"))
    }
  }

  private static let schema = """
    PRAGMA application_id = \(applicationID);
    BEGIN;
    CREATE TABLE metadata (name text, value text);
    CREATE TABLE tiles (zoom_level integer, tile_column integer, tile_row integer, tile_data blob);
    """

  /// Adds a gzipped tile. Throws `compression` for other bytes.
  package func append(_ tile: TileID, _ bytes: UnsafeRawBufferPointer) throws {
    _ = try order.accept(tile, path: path)
    guard bytes.count > 0 else { return }
    guard bytes.count > 2, bytes[0] == 0x1F, bytes[1] == 0x8B else {
      throw ArchiveError(
        .compression, path: path, "tile \(tile) is not compressed with gzip, but MBTiles requires gzip for vector tiles"
      )
    }
    statistics.addressedTiles += 1
    storedByteCount += bytes.count
    try SQLiteError.map(path) {
      try insert?.bind(Int(tile.z), Int(tile.x), Int(tile.tmsRow))
      try insert?.run(withBytes: bytes, as: 4)
    }
  }

  /// Writes the metadata and the index. O(tiles log tiles).
  package func finish(_ summary: ArchiveSummary) throws -> ArchiveStatistics {
    let rows = summary.rows()
    try SQLiteError.map(path) {
      try write(rows)
      try database.execute("CREATE UNIQUE INDEX tile_index ON tiles (zoom_level, tile_column, tile_row); COMMIT;")
      // A connection closes only after its statements are gone.
      insert = nil
      try database.close()
    }
    statistics.tileEntries = statistics.addressedTiles
    statistics.tileContents = statistics.addressedTiles
    statistics.bytes = try UnixFile.size(path)
    return statistics
  }

  private func write(_ rows: [(name: String, value: String)]) throws {
    let insert = try database.statement("INSERT INTO metadata VALUES (?, ?)")
    for (name, value) in rows {
      try insert.bind([name, value])
      try insert.run()
    }
  }
}
