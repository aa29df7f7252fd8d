import COvertileSQLite
import OvertileSQLite

/// Guards against database files that were made to harm: SQLite's own advice for files that are not trusted.
///
/// Source: sqlite.org/security.html, sections 1 and 2.
enum SQLiteDefence {
  /// Bounds what a connection may take. `limit` is in bytes, of one value or row; `steps` must outlive the connection.
  static func prepare(_ database: SQLiteDatabase, limit: Int, steps: SQLiteSteps) throws {
    try database.execute("PRAGMA trusted_schema = OFF; PRAGMA cell_size_check = ON; PRAGMA mmap_size = 0;")
    let connection = database.connection
    // SQL text counts as well, hence at least 64 KiB.
    sqlite3_limit(connection, SQLITE_LIMIT_LENGTH, Int32(clamping: max(limit, 1 << 16)))
    sqlite3_limit(connection, SQLITE_LIMIT_LIKE_PATTERN_LENGTH, 100)
    sqlite3_limit(connection, SQLITE_LIMIT_ATTACHED, 0)
    let context = Unmanaged.passUnretained(steps).toOpaque()
    sqlite3_progress_handler(
      connection, SQLiteSteps.stride,
      { context in
        context.map { Unmanaged<SQLiteSteps>.fromOpaque($0).takeUnretainedValue().advance() } ?? 0
      }, context)
  }
}

/// Counts the steps of one connection's statements, and ends a statement that takes too many: a view may never end.
///
/// Only the thread that uses the connection touches it, one at a time.
final class SQLiteSteps: @unchecked Sendable {
  /// What a statement looks at.
  enum Extent {
    /// One tile, or the metadata.
    case lookup
    /// All rows of a file, perhaps sorted.
    case everything
  }

  /// Steps of SQLite's virtual machine between two counts.
  static let stride: Int32 = 10_000
  // 20 million steps: looking for a tile in a million rows without an index takes a third of them.
  private static let most = 2_000
  // A row takes 13 bytes at least, and 60 steps at most to be read, sorted and checked: 5 steps a byte.
  private static let stepsPerByte = 16

  /// The size of the file.
  var fileBytes = 0
  private var left = SQLiteSteps.most

  /// Begins to count for another statement.
  func begin(_ extent: Extent) {
    left = Self.most
    if extent == .everything { left += fileBytes / Int(Self.stride) * Self.stepsPerByte }
  }

  /// Counts on; other than 0 ends the statement.
  func advance() -> Int32 {
    left -= 1
    return left > 0 ? 0 : 1
  }
}
