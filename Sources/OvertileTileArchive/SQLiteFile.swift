import GRDB
import GRDBSQLite
import OvertileRegularFiles

/// An SQLite database that is opened for reading only, from whatever writer.
enum SQLiteFile {
  /// Opens a database, of which no value takes more than `limit` bytes.
  ///
  /// SQLite opens files beside the database as well: its journals. For one with a write-ahead log it even makes them, so
  /// where there are none, and nobody has it open therefore, SQLite is told that the file never changes.
  ///
  /// - Parameter steps: counts what its statements take; must outlive the connection.
  /// - Throws: `ArchiveError`.
  static func open(_ path: String, limit: Int, steps: SQLiteSteps) throws -> DatabaseQueue {
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
    var configuration = Configuration()
    configuration.readonly = true
    configuration.prepareDatabase { [steps] in try SQLiteDefence.prepare($0, limit: limit, steps: steps) }
    // Bytes 18 and 19 are 2 where there is a write-ahead log. Source: sqlite.org/fileformat.html, section 1.3.3.
    let hasLog = try file.bytes(within: 18..<20).contains(2)
    let isImmutable = hasLog && isUnused && sqlite3_compileoption_used("USE_URI") == 1
    let location = isImmutable ? immutable(path) : path
    return try SQLiteError.map(path) { try DatabaseQueue(path: location, configuration: configuration) }
  }

  /// The URI of a file that never changes. Source: sqlite.org/uri.html.
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
