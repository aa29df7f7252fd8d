import Foundation
import MapMath
import OvertileCore

/// Reads an MBTiles file, version 1.3. Any thread may call the reader. All methods throw `ArchiveError`.
///
/// The reader accepts tables and views, and files without indices, without metadata or with uncompressed tiles.
///
/// Safe on hostile files: no value is larger than a limit, and functions in the schema are not trusted. A view may
/// never end, so a query ends after 20 million steps of SQLite, and 16 more for each byte of the file.
package final class MBTilesReader: TileArchiveReader, @unchecked Sendable {
  /// The file.
  package let path: String
  /// The container: always an MBTiles file.
  package let container = TileContainer.mbtiles
  /// The content that the metadata row `format` names. Without this row, the bytes of the first tile decide.
  package let content: TileContent
  /// The compression of the first tile.
  package let tileCompression: StoredCompression
  let database: SQLiteDatabase
  private let lookup: SQLiteStatement
  private let lock = NSLock()
  private let steps = SQLiteSteps()
  // Columns without a type may hold texts, and no text equals a number.
  private static let zoom = "CAST(zoom_level AS integer)"

  /// Opens a file for reading only. No tile and no text may have more than `tileLimit` bytes.
  package init(path: String, tileLimit: Int = TileArchives.mostTileBytes) throws {
    self.path = path
    let database = try SQLiteFile.open(path, limit: tileLimit, steps: steps)
    self.database = database
    let (first, rows, lookup) = try SQLiteError.map(path) {
      (
        try Self.firstTile(database) ?? [], try Self.metadata(database, path: path),
        try database.statement(
          "SELECT CAST(tile_data AS blob) FROM tiles WHERE zoom_level = ? AND tile_column = ? AND tile_row = ?")
      )
    }
    self.lookup = lookup
    tileCompression = StoredCompression(sniffing: first)
    content = rows["format"].map { TileContent(named: $0) } ?? TileContent(sniffing: (try? Gunzip.plain(first)) ?? [0])
  }

  private static func firstTile(_ database: SQLiteDatabase) throws -> [UInt8]? {
    let first = try database.statement(
      "SELECT zoom_level, tile_column, tile_row, CAST(tile_data AS blob) FROM tiles LIMIT 1")
    return try first.step() ? first.bytes(3) : nil
  }

  /// The metadata rows by name. If rows share a name, the last one that SQLite finds counts.
  ///
  /// Returns the first 4,096 rows, and none if there is no table or view `metadata`.
  private static func metadata(_ database: SQLiteDatabase, path: String) throws -> NamedValues<String> {
    let pairs = try MBTilesMetadata.rows(database, path: path).compactMap { row -> (String, String)? in
      guard let name = row.name, let value = row.value else { return nil }
      return (name, value)
    }
    return NamedValues(pairs) { _, last in last }
  }

  /// The metadata rows as a JSON object of texts, with ascending keys.
  package func metadataJSON() throws -> [UInt8] {
    JSONValue.object(try read { try Self.metadata(database, path: path) }.mapValues { .string($0) }).utf8
  }

  /// The lowest and highest zoom of the tiles, independent of the metadata. O(log tiles) with the usual index.
  package func zooms() throws -> ClosedRange<Int>? {
    try read {
      let ends = try ["min", "max"].map { end in
        try number("SELECT CAST(\(end)(zoom_level) AS integer) FROM tiles WHERE \(Self.zoom) BETWEEN 0 AND 31")
      }
      guard let low = ends[0], let high = ends[1], low <= high else { return nil }
      return low...high
    }
  }

  /// The stored bytes of a tile, or nil when there is none. In vector tilesets, they are gzipped. O(log tiles).
  package func tile(_ tile: TileID) throws -> [UInt8]? {
    try read {
      defer { lookup.reset() }
      try lookup.bind(Int(tile.z), Int(tile.x), Int(tile.tmsRow))
      return try lookup.step() ? lookup.bytes(0) : nil
    }
  }

  /// Calls a closure with every tile and its stored bytes. Zooms ascend, then columns, then rows from the south.
  package func forEachTile(_ body: (TileID, [UInt8]) throws -> Void) throws {
    try forEachRow("CAST(tile_data AS blob)", { try $0.bytes(3) }, body)
  }

  /// Calls a closure with every tile's size, in the order of `forEachTile`. Every tile is a run of its own.
  ///
  /// SQLite reads the sizes from the row headers, without reading the tiles.
  package func forEachRun(_ body: (StoredRun) throws -> Void) throws {
    let size = "CASE typeof(tile_data) WHEN 'blob' THEN length(tile_data) ELSE length(CAST(tile_data AS blob)) END"
    try forEachRow(size, { $0.int(3) }, { tile, bytes in try body(StoredRun(tile, bytes: bytes)) })
  }

  private func forEachRow<Value>(
    _ column: String, _ value: (SQLiteStatement) throws -> Value?, _ body: (TileID, Value) throws -> Void
  ) throws {
    try read {
      let row = try database.statement(
        """
        SELECT CAST(zoom_level AS integer), CAST(tile_column AS integer), CAST(tile_row AS integer), \(column)
        FROM tiles ORDER BY zoom_level, tile_column, tile_row
        """)
      while try row.step() {
        guard let z = row.int(0), let x = row.int(1), let south = row.int(2) else {
          throw ArchiveError(.malformed, path: path, "a row in the table tiles does not describe a tile")
        }
        guard let tile = TileID(z: z, x: x, tmsRow: south) else { continue }
        guard let value = try value(row) else {
          throw ArchiveError(.malformed, path: path, "tile \(tile) has no data")
        }
        try body(tile, value)
      }
    }
  }

  /// The number of rows outside the grid of their zoom. Maps never request them, and the other methods skip them.
  ///
  /// GDAL writes such rows for data beyond 85 degrees of latitude. O(tiles).
  package func tilesOutsideGrid() throws -> Int {
    try read {
      try number(
        """
        SELECT count(*) FROM tiles WHERE \(Self.zoom) NOT BETWEEN 0 AND 31
        OR CAST(tile_column AS integer) NOT BETWEEN 0 AND (1 << \(Self.zoom)) - 1
        OR CAST(tile_row AS integer) NOT BETWEEN 0 AND (1 << \(Self.zoom)) - 1
        """) ?? 0
    }
  }

  /// Makes SQLite find a tile by its address without reading all rows: where the file lacks an index, all tiles are copied
  /// into a temporary table that has one. Its name comes before that of the file's table. O(bytes).
  package func indexTiles() throws {
    try read {
      let plan = try database.statement(
        "EXPLAIN QUERY PLAN SELECT tile_data FROM tiles WHERE zoom_level = ? AND tile_column = ? AND tile_row = ?")
      var readsAll = false
      while try plan.step() { readsAll = try readsAll || plan.text(3)?.hasPrefix("SCAN") ?? false }
      guard readsAll else { return }
      try database.execute(
        """
        CREATE TEMP TABLE tiles AS SELECT zoom_level, tile_column, tile_row, tile_data FROM main.tiles;
        CREATE INDEX temp.tiles_by_address ON tiles (zoom_level, tile_column, tile_row)
        """)
    }
  }

  private func number(_ sql: String) throws -> Int? {
    let statement = try database.statement(sql)
    return try statement.step() ? statement.int(0) : nil
  }

  /// Runs queries, one thread at a time.
  func read<R>(_ body: () throws -> R) throws -> R {
    try SQLiteError.map(path) {
      try lock.withLock {
        steps.begin()
        return try body()
      }
    }
  }
}
