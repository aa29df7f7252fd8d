import GRDB
import GRDBSQLite

/// Guards against database files that were made to harm: SQLite's own advice for files that are not trusted.
///
/// Source: sqlite.org/security.html, sections 1 and 2.
enum SQLiteDefence {
  /// Bounds what a connection may take. `limit` is in bytes, of one value or row.
  static func prepare(_ database: Database, limit: Int) throws {
    try database.execute(sql: "PRAGMA trusted_schema = OFF; PRAGMA cell_size_check = ON; PRAGMA mmap_size = 0;")
    let connection = database.sqliteConnection
    // SQL text counts as well, hence at least 64 KiB.
    sqlite3_limit(connection, SQLITE_LIMIT_LENGTH, Int32(clamping: max(limit, 1 << 16)))
  }
}
