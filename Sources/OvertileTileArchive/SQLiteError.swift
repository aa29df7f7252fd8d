import COvertileSQLite
import OvertileCore

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
