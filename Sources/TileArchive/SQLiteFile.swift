import GRDB
import GRDBSQLite
import RegularFiles

/// An SQLite database that is opened for reading only, whoever made it.
enum SQLiteFile {
  /// Opens a database, of which no value takes more than `limit` bytes.
  ///
  /// SQLite opens files beside the database as well: its journals. Where there are none, it is told that nobody writes the
  /// file, so that it makes none.
  ///
  /// - Parameter steps: counts what its statements take; must outlive the connection.
  /// - Throws: `ArchiveError`.
  static func open(_ path: String, limit: Int, steps: SQLiteSteps) throws -> DatabaseQueue {
    // SQLite's own message does not tell a missing file from a forbidden one.
    steps.fileBytes = try InputFile(path: path).size
    var hasJournal = false
    for suffix in ["-journal", "-wal", "-shm"] {
      guard let kind = FileKind(at: path + suffix) else { continue }
      guard kind == .file else {
        throw ArchiveError(.cannotOpen, path: path + suffix, "SQLite would read it, but it is \(kind.words)")
      }
      hasJournal = true
    }
    var configuration = Configuration()
    configuration.readonly = true
    configuration.prepareDatabase { [steps] in try SQLiteDefence.prepare($0, limit: limit, steps: steps) }
    let location = hasJournal || sqlite3_compileoption_used("USE_URI") == 0 ? path : immutable(path)
    return try SQLiteError.map(path) { try DatabaseQueue(path: location, configuration: configuration) }
  }

  /// The URI of a file that nobody writes. Source: sqlite.org/uri.html.
  private static func immutable(_ path: String) -> String {
    let escaped = path.utf8.map { byte -> String in
      let isPlain = byte < 0x80 && !"%?# ".utf8.contains(byte) && byte > 0x20
      let digits = String(byte, radix: 16)
      return isPlain ? String(UnicodeScalar(byte)) : "%" + (digits.count < 2 ? "0" : "") + digits
    }.joined()
    // Two slashes at the start would name a host.
    let rooted = escaped.hasPrefix("/") ? "//" + escaped : escaped
    return "file:\(rooted)?immutable=1"
  }
}
