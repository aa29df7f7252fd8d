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
    let text = String(cString: connection.map { sqlite3_errmsg($0) } ?? sqlite3_errstr(code))
    // The system's reason, which SQLite's own text leaves out.
    let number = self.code == SQLITE_CANTOPEN ? connection.map { sqlite3_system_errno($0) } ?? 0 : 0
    description = number == 0 ? text : "\(text): \(String(cString: strerror(number)))"
  }
}
