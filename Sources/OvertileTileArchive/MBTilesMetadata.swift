import GRDB

/// The metadata rows of an MBTiles file.
enum MBTilesMetadata {
  /// The most rows that are read.
  private static let mostRows = 4_096
  /// The most bytes of all texts together: a view may make much of nothing.
  private static let mostBytes = 64 << 20

  /// The first 4,096 rows in the order of the file, nulls nil; none without a table or view of that name.
  ///
  /// - Throws: `ArchiveError.malformed` when the texts take more than 64 MiB; SQLite's errors.
  static func rows(_ database: Database, path: String) throws -> [(name: String?, value: String?)] {
    guard try database.tableExists("metadata") || database.viewExists("metadata") else { return [] }
    // The casts matter: GRDB traps on a value of another type.
    let cursor = try Row.fetchCursor(
      database, sql: "SELECT CAST(name AS text), CAST(value AS text) FROM metadata LIMIT \(mostRows)")
    var rows: [(name: String?, value: String?)] = []
    var bytes = 0
    while let row = try cursor.next() {
      let (name, value) = (row[0] as String?, row[1] as String?)
      bytes += (name?.utf8.count ?? 0) + (value?.utf8.count ?? 0)
      guard bytes <= mostBytes else {
        throw ArchiveError(.malformed, path: path, "the metadata has more than \(mostBytes) bytes")
      }
      rows.append((name, value))
    }
    return rows
  }
}
