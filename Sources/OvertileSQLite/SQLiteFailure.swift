import COvertileSQLite

/// A failure of SQLite.
package struct SQLiteFailure: Error, CustomStringConvertible {
  /// Its primary result code, such as `SQLITE_CORRUPT`. Source: sqlite.org/rescode.html.
  package let code: Int32
  /// Its message.
  package let description: String

  /// The last failure of a connection, or the meaning of a code if there is no connection.
  init(_ code: Int32, _ connection: OpaquePointer?) {
    self.code = code & 0xFF
    description = String(cString: connection.map { sqlite3_errmsg($0) } ?? sqlite3_errstr(code))
  }
}
