import COvertileSQLite
import Foundation

/// A connection to a database file. Only one thread at a time may use it and its statements.
package final class SQLiteDatabase {
  /// The access of a connection to its file.
  package enum Access: Sendable {
    /// Reads a file that others may change meanwhile.
    case reading
    /// Reads a file that nobody changes, without looking for files beside it. Source: sqlite.org/uri.html, "immutable".
    case readingImmutable
    /// Reads and writes a file. A missing file is created.
    case writing
  }

  /// The version of the library, such as "3.40.1".
  package static var version: String { String(cString: sqlite3_libversion()) }

  /// SQLite's own handle, for calls that have no method here.
  package let connection: OpaquePointer
  private var isOpen = true

  /// Opens a file. SQLite reads no bytes before the first statement.
  ///
  /// - Throws: `SQLiteFailure`.
  package init(path: String, _ access: Access) throws(SQLiteFailure) {
    // SQLite treats some names, such as ":memory:", as something other than a file. A name with a leading / or ./ is
    // always a file.
    let rooted = path.hasPrefix("/") ? path : "./" + path
    let (location, flags) =
      switch access {
      case .reading: (rooted, SQLITE_OPEN_READONLY)
      case .readingImmutable:
        (URL(fileURLWithPath: rooted).absoluteString + "?immutable=1", SQLITE_OPEN_READONLY | SQLITE_OPEN_URI)
      case .writing: (rooted, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE)
      }
    var handle: OpaquePointer?
    let code = sqlite3_open_v2(location, &handle, flags | SQLITE_OPEN_NOMUTEX, nil)
    guard code == SQLITE_OK, let handle else {
      defer { sqlite3_close(handle) }
      throw SQLiteFailure(code, handle)
    }
    connection = handle
  }

  deinit { if isOpen { sqlite3_close_v2(connection) } }

  /// Closes the connection and reports an error of closing. Its statements must be gone before.
  package func close() throws(SQLiteFailure) {
    let code = sqlite3_close(connection)
    guard code == SQLITE_OK else { throw SQLiteFailure(code, connection) }
    isOpen = false
  }

  /// Runs statements that have no parameters, and ignores their rows.
  package func execute(_ sql: String) throws(SQLiteFailure) {
    let code = sqlite3_exec(connection, sql, nil, nil, nil)
    guard code == SQLITE_OK else { throw SQLiteFailure(code, connection) }
  }

  /// Compiles one statement. Its parameters are numbered from 1.
  package func statement(_ sql: String) throws(SQLiteFailure) -> SQLiteStatement { try SQLiteStatement(self, sql) }
}
