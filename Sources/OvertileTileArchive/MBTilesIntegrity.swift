import OvertileCore

/// The results of SQLite's own checks of an MBTiles file. Source: the MBTiles specification, version 1.3; SQLite's
/// pragmas.
package struct MBTilesIntegrity: Sendable {
  /// The faults that `PRAGMA integrity_check` found; empty when the database is intact.
  package var faults: [String] = []
  /// The columns of each table with their types, such as "name text".
  package var tables: [String: [String]] = [:]
  /// The metadata rows in the order of the file. A null becomes an empty text.
  package var metadata: [(name: String, value: String)] = []

  /// Checks the file of a reader. O(bytes).
  ///
  /// - Throws: `ArchiveError`.
  package init(_ reader: MBTilesReader) throws {
    let database = reader.database
    try reader.read {
      // In one transaction, all queries see the same state of the file.
      try database.execute("BEGIN")
      defer { try? database.execute("COMMIT") }
      faults = try Self.texts(database, "PRAGMA integrity_check").filter { $0 != "ok" }
      let names = "SELECT CAST(name AS text) FROM sqlite_master WHERE type IN ('table', 'view')"
      for table in try Self.texts(database, names) {
        tables[table] = try Self.texts(
          database, "SELECT name || ' ' || lower(type) FROM pragma_table_info(?) ORDER BY cid", [table])
      }
      metadata = try MBTilesMetadata.rows(database, path: reader.path).map { ($0.name ?? "", $0.value ?? "") }
    }
  }

  private static func texts(
    _ database: SQLiteDatabase, _ sql: String, _ parameters: [String] = []
  ) throws -> [String] {
    let statement = try database.statement(sql)
    try statement.bind(parameters)
    var texts: [String] = []
    while try statement.step() { texts.append(try statement.text(0) ?? "") }
    return texts
  }
}
