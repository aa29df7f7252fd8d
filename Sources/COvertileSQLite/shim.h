#include <sqlite3.h>

// SQLITE_TRANSIENT is a macro that Swift does not import: SQLite copies the bytes before the call returns. A text of no
// bytes may have no address, which would be a null.
static inline int overtile_sqlite3_bind_text(sqlite3_stmt *statement, int index, const char *bytes, sqlite3_uint64 size) {
  return sqlite3_bind_text64(statement, index, bytes ? bytes : "", size, SQLITE_TRANSIENT, SQLITE_UTF8);
}

// SQLite does not copy the bytes: they must stay until the statement is run or bound anew.
static inline int overtile_sqlite3_bind_borrowed(sqlite3_stmt *statement, int index, const void *bytes, sqlite3_uint64 size) {
  return sqlite3_bind_blob64(statement, index, bytes, size, SQLITE_STATIC);
}
