import COvertileSQLite
import OvertileCore

/// Protects against malicious database files, as SQLite recommends for untrusted files.
///
/// Source: sqlite.org/security.html, sections 1 and 2.
enum SQLiteDefence {
  /// Sets the limits of a connection. `limit` is the most bytes of a value or row; `steps` must outlive the connection.
  static func prepare(_ database: SQLiteDatabase, limit: Int, steps: SQLiteSteps) throws {
    try database.execute("PRAGMA trusted_schema = OFF; PRAGMA cell_size_check = ON; PRAGMA mmap_size = 0;")
    let connection = database.connection
    // The limit applies to SQL text too, so it is at least 64 KiB.
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

/// Counts the steps of a connection's statements. Ends a statement that takes too many, because a view may never end.
///
/// Only one thread at a time uses it: the thread that uses the connection.
final class SQLiteSteps: @unchecked Sendable {
  /// The extent of a statement.
  enum Extent {
    /// One tile, or the metadata.
    case lookup
    /// All rows of a file, perhaps sorted.
    case everything
  }

  /// The steps of SQLite's virtual machine between two calls of `advance`.
  static let stride: Int32 = 10_000
  // 20 million steps. The search for a tile among a million rows without an index takes a third of them.
  private static let most = 2_000
  // A row has at least 13 bytes. Reading, sorting and checking it takes at most 60 steps, or 5 a byte.
  private static let stepsPerByte = 16

  /// The size of the file in bytes.
  var fileBytes = 0
  private var left = SQLiteSteps.most

  /// Starts the count for another statement.
  func begin(_ extent: Extent) {
    left = Self.most
    if extent == .everything { left += fileBytes / Int(Self.stride) * Self.stepsPerByte }
  }

  /// Counts the next steps. A result other than 0 ends the statement.
  func advance() -> Int32 {
    left -= 1
    return left > 0 ? 0 : 1
  }
}
