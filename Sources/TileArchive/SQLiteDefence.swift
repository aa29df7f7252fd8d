import GRDB
import GRDBSQLite

/// Guards against database files that were made to harm: SQLite's own advice for files that are not trusted.
///
/// Source: sqlite.org/security.html, sections 1 and 2.
enum SQLiteDefence {
  /// Bounds what a connection may take. `limit` is in bytes, of one value or row; `steps` must outlive the connection.
  static func prepare(_ database: Database, limit: Int, steps: SQLiteSteps) throws {
    try database.execute(sql: "PRAGMA trusted_schema = OFF; PRAGMA cell_size_check = ON; PRAGMA mmap_size = 0;")
    let connection = database.sqliteConnection
    // SQL text counts as well, hence at least 64 KiB.
    sqlite3_limit(connection, SQLITE_LIMIT_LENGTH, Int32(clamping: max(limit, 1 << 16)))
    let context = Unmanaged.passUnretained(steps).toOpaque()
    sqlite3_progress_handler(
      connection, SQLiteSteps.stride,
      { context in
        context.map { Unmanaged<SQLiteSteps>.fromOpaque($0).takeUnretainedValue().advance() } ?? 0
      }, context)
  }
}

/// Counts the steps of one connection's statements, and ends a statement that takes too many.
///
/// Only the thread that uses the connection touches it, one at a time.
final class SQLiteSteps: @unchecked Sendable {
  /// Steps of SQLite's virtual machine between two counts.
  static let stride: Int32 = 10_000
  // Looking for a tile in a million rows without an index takes a third of them.
  private static let most = 2_000

  private var left = SQLiteSteps.most

  /// Begins to count for another statement.
  func begin(isBounded: Bool) { left = isBounded ? Self.most : .max }

  /// Counts on; other than 0 ends the statement.
  func advance() -> Int32 {
    left -= 1
    return left > 0 ? 0 : 1
  }
}
