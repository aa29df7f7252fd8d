import COvertileSQLite

/// Counts the steps of a connection's statements. Ends a statement that takes too many, because a view may never end.
///
/// Only one thread at a time uses it: the thread that uses the connection.
final class SQLiteSteps: @unchecked Sendable {
  /// The steps of SQLite's virtual machine between two calls of `advance`.
  private static let stride: Int32 = 10_000
  // 20 million steps. The search for a tile among a million rows without an index takes a third of them.
  private static let most = 2_000
  // A row has at least 13 bytes. Reading, sorting and checking it takes at most 60 steps, or 5 a byte.
  private static let stepsPerByte = 16

  /// The size of the file in bytes.
  var fileBytes = 0
  private var left = SQLiteSteps.most

  /// Counts the steps of a connection, which must not outlive this count.
  func watch(_ connection: OpaquePointer) {
    let context = Unmanaged.passUnretained(self).toOpaque()
    sqlite3_progress_handler(
      connection, Self.stride,
      { context in
        context.map { Unmanaged<SQLiteSteps>.fromOpaque($0).takeUnretainedValue().advance() } ?? 0
      }, context)
  }

  /// Starts the count for another statement.
  func begin() { left = Self.most + fileBytes / Int(Self.stride) * Self.stepsPerByte }

  /// Counts the next steps. A result other than 0 ends the statement.
  private func advance() -> Int32 {
    left -= 1
    return left > 0 ? 0 : 1
  }
}
