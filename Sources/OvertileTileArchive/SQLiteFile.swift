import COvertileSQLite
import OvertileCore

/// Opens SQLite databases from any writer, for reading only, with SQLite's defenses against malicious files.
///
/// Source: sqlite.org/security.html, sections 1 and 2.
package enum SQLiteFile {
  /// The endings of the files that SQLite keeps beside a database while it is open or after a crash: its journal, its
  /// write-ahead log and the index of that. Source: sqlite.org/tempfiles.html, sections 2.1 to 2.3.
  package static let companions = ["-journal", "-wal", "-shm"]

  /// Opens a database. None of its values may have more than `limit` bytes.
  ///
  /// SQLite also opens the journals beside a database. For a database with a write-ahead log, it even creates missing
  /// ones. If there are none, no other program has the database open. SQLite is then told that the file never changes,
  /// so that it creates no files.
  ///
  /// - Parameter steps: counts the steps of the statements; must outlive the connection.
  /// - Throws: `ArchiveError`.
  static func open(_ path: String, limit: Int, steps: SQLiteSteps) throws -> SQLiteDatabase {
    // SQLite's own message does not distinguish a missing file from a forbidden one.
    let file = try InputFile(path: path)
    steps.fileBytes = file.size
    var isUnused = true
    for suffix in companions {
      guard let kind = FileKind(at: path + suffix) else { continue }
      guard kind == .file else {
        throw ArchiveError(.cannotOpen, path: path + suffix, "expected a regular file, but found \(kind.words)")
      }
      isUnused = false
    }
    // Bytes 18 and 19 are 2 if there is a write-ahead log. Source: sqlite.org/fileformat.html, section 1.3.3.
    let hasLog = try file.bytes(within: 18..<20).contains(2)
    return try SQLiteError.map(path) {
      let database = try SQLiteDatabase(path: path, hasLog && isUnused ? .readingImmutable : .reading)
      try database.execute("PRAGMA trusted_schema = OFF; PRAGMA cell_size_check = ON; PRAGMA mmap_size = 0;")
      // The limit applies to SQL text too, so it is at least 64 KiB.
      sqlite3_limit(database.connection, SQLITE_LIMIT_LENGTH, Int32(clamping: max(limit, 1 << 16)))
      sqlite3_limit(database.connection, SQLITE_LIMIT_LIKE_PATTERN_LENGTH, 100)
      sqlite3_limit(database.connection, SQLITE_LIMIT_ATTACHED, 0)
      steps.watch(database.connection)
      return database
    }
  }
}

/// Converts SQLite's errors.
package enum SQLiteError {
  /// Runs a closure and converts SQLite's errors to `ArchiveError`.
  package static func map<R>(_ path: String, _ body: () throws -> R) throws -> R {
    do {
      return try body()
    } catch let error as SQLiteFailure where error.code == SQLITE_INTERRUPT {
      throw ArchiveError(
        .malformed, path: path,
        "SQLite: a query took more steps than a file of this size should need; a view in the file may never end")
    } catch let error as SQLiteFailure {
      let code: ArchiveError.Code =
        switch error.code {
        case SQLITE_FULL: .noSpace
        case SQLITE_NOMEM: .memory
        case SQLITE_CANTOPEN: .cannotOpen
        case SQLITE_NOTADB, SQLITE_CORRUPT, SQLITE_ERROR, SQLITE_TOOBIG: .malformed
        default: .inputOutput
        }
      throw ArchiveError(code, path: path, "SQLite: \(error)")
    }
  }
}
