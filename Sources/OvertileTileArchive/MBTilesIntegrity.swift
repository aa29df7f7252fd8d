import GRDB

/// What SQLite itself says of an MBTiles file. Source: the MBTiles specification, version 1.3; SQLite's pragmas.
package struct MBTilesIntegrity: Sendable, Hashable {
  /// What `PRAGMA integrity_check` found; empty when the database is whole.
  package var faults: [String] = []
  /// The application id of the database's header; 0x4D504258 in MBTiles.
  package var applicationID = 0
  /// Pages that hold nothing.
  package var freePages = 0
  /// Per table: its columns with their types, such as "name text".
  package var tables: [String: [String]] = [:]
  /// Whether a unique index covers zoom, column and row.
  package var hasUniqueIndex = false
  /// Metadata rows, names in the order of the file; of a null, an empty text.
  package var metadata: [(name: String, value: String)] {
    metadataNames.indices.map { (metadataNames[$0], metadataValues[$0]) }
  }
  private var metadataNames: [String] = []
  private var metadataValues: [String] = []

  /// Asks a file. O(bytes); bounded as `MBTilesReader` is.
  ///
  /// - Throws: `ArchiveError`.
  package init(path: String) throws {
    let steps = SQLiteSteps()
    let queue = try SQLiteFile.open(path, limit: 64 << 20, steps: steps)
    self = try SQLiteError.map(path) {
      try queue.read { database in
        steps.begin(.everything)
        return try MBTilesIntegrity(database, path: path)
      }
    }
  }

  private init(_ database: Database, path: String) throws {
    faults = try Self.texts(database, "PRAGMA integrity_check").filter { $0 != "ok" }
    applicationID = try Self.number(database, "PRAGMA application_id")
    freePages = try Self.number(database, "PRAGMA freelist_count")
    for table in try Self.texts(
      database, "SELECT CAST(name AS text) FROM sqlite_master WHERE type IN ('table', 'view')")
    {
      tables[table] = try Self.texts(
        database, "SELECT name || ' ' || lower(type) FROM pragma_table_info(?) ORDER BY cid", [table])
    }
    let indices = try Self.texts(
      database, "SELECT name FROM pragma_index_list('tiles') WHERE \"unique\" = 1 AND partial = 0")
    hasUniqueIndex = try indices.contains { index in
      let columns = try Self.texts(database, "SELECT name FROM pragma_index_info(?) ORDER BY seqno", [index])
      return columns == ["zoom_level", "tile_column", "tile_row"]
    }
    for row in try MBTilesMetadata.rows(database, path: path) {
      metadataNames.append(row.name ?? "")
      metadataValues.append(row.value ?? "")
    }
  }

  // The cast of `Row` to an optional: GRDB traps on values of another type.
  private static func texts(_ database: Database, _ sql: String, _ arguments: [String] = []) throws -> [String] {
    try Row.fetchAll(database, sql: sql, arguments: StatementArguments(arguments)).map { row in
      String.fromDatabaseValue(row[0] as DatabaseValue) ?? ""
    }
  }

  private static func number(_ database: Database, _ sql: String) throws -> Int {
    try Row.fetchOne(database, sql: sql).flatMap { Int.fromDatabaseValue($0[0] as DatabaseValue) } ?? 0
  }
}
