import COvertileSQLite

/// A compiled statement. The columns of its row are numbered from 0.
///
/// If a column has another type than the requested one, its value is nil. The content of a file never traps.
package final class SQLiteStatement {
  private let database: SQLiteDatabase
  private let handle: OpaquePointer

  init(_ database: SQLiteDatabase, _ sql: String) throws(SQLiteFailure) {
    var handle: OpaquePointer?
    let code = sqlite3_prepare_v2(database.connection, sql, -1, &handle, nil)
    guard code == SQLITE_OK, let handle else { throw SQLiteFailure(code, database.connection) }
    (self.database, self.handle) = (database, handle)
  }

  deinit { sqlite3_finalize(handle) }

  /// Binds whole numbers to the parameters, in order, beginning with the first parameter.
  package func bind(_ numbers: Int...) throws(SQLiteFailure) {
    for (index, number) in numbers.enumerated() {
      try check(sqlite3_bind_int64(handle, Int32(index + 1), Int64(number)))
    }
  }

  /// Binds texts to the parameters, in order, beginning with the first parameter.
  package func bind(_ texts: [String]) throws(SQLiteFailure) {
    for (index, var text) in texts.enumerated() {
      let code = text.withUTF8 { utf8 in
        utf8.withMemoryRebound(to: CChar.self) { bytes in
          overtile_sqlite3_bind_text(handle, Int32(index + 1), bytes.baseAddress, UInt64(bytes.count))
        }
      }
      try check(code)
    }
  }

  /// Binds bytes to one more parameter, without copying them, and runs the statement to its end.
  package func run(withBytes bytes: UnsafeRawBufferPointer, as parameter: Int32) throws(SQLiteFailure) {
    try check(overtile_sqlite3_bind_borrowed(handle, parameter, bytes.baseAddress, UInt64(bytes.count)))
    try run()
  }

  /// Runs the statement to its end and makes it ready to run again.
  package func run() throws(SQLiteFailure) {
    defer { reset() }
    while try step() {}
  }

  /// Moves to the next row. Returns false when there is none.
  package func step() throws(SQLiteFailure) -> Bool {
    let code = sqlite3_step(handle)
    guard code != SQLITE_ROW else { return true }
    guard code == SQLITE_DONE else { throw SQLiteFailure(code, database.connection) }
    return false
  }

  /// Creates the statement ready to run again. The parameters keep their values.
  package func reset() {
    // The returned code repeats a failure of the last step, which was thrown there.
    sqlite3_reset(handle)
  }

  /// The whole number in a column.
  package func int(_ column: Int32) -> Int? {
    guard sqlite3_column_type(handle, column) == SQLITE_INTEGER else { return nil }
    return Int(sqlite3_column_int64(handle, column))
  }

  /// The text in a column. Bytes that are not UTF-8 are replaced.
  ///
  /// - Throws: `SQLiteFailure` if there is no memory to convert it from UTF-16.
  package func text(_ column: Int32) throws(SQLiteFailure) -> String? {
    guard sqlite3_column_type(handle, column) == SQLITE_TEXT else { return nil }
    guard let text = sqlite3_column_text(handle, column) else { throw SQLiteFailure(SQLITE_NOMEM, nil) }
    let count = Int(sqlite3_column_bytes(handle, column))
    return String(decoding: UnsafeBufferPointer(start: text, count: count), as: UTF8.self)
  }

  /// The bytes in a column.
  ///
  /// - Throws: `SQLiteFailure` if there is no memory for them.
  package func bytes(_ column: Int32) throws(SQLiteFailure) -> [UInt8]? {
    guard sqlite3_column_type(handle, column) == SQLITE_BLOB else { return nil }
    let start = sqlite3_column_blob(handle, column)
    let count = Int(sqlite3_column_bytes(handle, column))
    // An empty blob has no address.
    guard start != nil || count == 0 else { throw SQLiteFailure(SQLITE_NOMEM, nil) }
    return Array(UnsafeRawBufferPointer(start: start, count: count))
  }

  private func check(_ code: Int32) throws(SQLiteFailure) {
    guard code == SQLITE_OK else { throw SQLiteFailure(code, database.connection) }
  }
}
