import OvertileRegularFiles
import OvertileSQLite

/// An SQLite database that is opened for reading only, from whatever writer.
enum SQLiteFile {
  /// Opens a database, of which no value takes more than `limit` bytes.
  ///
  /// SQLite opens files beside the database as well: its journals. For one with a write-ahead log it even makes them, so
  /// where there are none, and nobody has it open therefore, SQLite is told that the file never changes.
  ///
  /// - Parameter steps: counts what its statements take; must outlive the connection.
  /// - Throws: `ArchiveError`.
  static func open(_ path: String, limit: Int, steps: SQLiteSteps) throws -> SQLiteDatabase {
    // SQLite's own message does not tell a missing file from a forbidden one.
    let file = try InputFile(path: path)
    steps.fileBytes = file.size
    var isUnused = true
    for suffix in ["-journal", "-wal", "-shm"] {
      guard let kind = FileKind(at: path + suffix) else { continue }
      guard kind == .file else {
        throw ArchiveError(.cannotOpen, path: path + suffix, "SQLite would read it, but it is \(kind.words)")
      }
      isUnused = false
    }
    // Bytes 18 and 19 are 2 where there is a write-ahead log. Source: sqlite.org/fileformat.html, section 1.3.3.
    let hasLog = try file.bytes(within: 18..<20).contains(2)
    return try SQLiteError.map(path) {
      let database = try SQLiteDatabase(path: path, hasLog && isUnused ? .readingImmutable : .reading)
      try SQLiteDefence.prepare(database, limit: limit, steps: steps)
      return database
    }
  }
}
