import OvertileCore

/// The metadata rows of an MBTiles file.
enum MBTilesMetadata {
  /// The most rows that are read.
  private static let mostRows = 4_096
  /// The most bytes of all texts together. Even in a small file, a view may return long texts.
  private static let mostBytes = 64 << 20

  /// The first 4,096 rows in the order of the file, with nil for null. Returns no rows if there is no table or view
  /// `metadata`.
  ///
  /// - Throws: `ArchiveError.malformed` if the texts have more than 64 MiB; SQLite's errors.
  static func rows(_ database: SQLiteDatabase, path: String) throws -> [(name: String?, value: String?)] {
    let tables = try database.statement(
      "SELECT 1 FROM sqlite_master WHERE type IN ('table', 'view') AND lower(name) = 'metadata'")
    guard try tables.step() else { return [] }
    let statement = try database.statement(
      "SELECT CAST(name AS text), CAST(value AS text) FROM metadata LIMIT \(mostRows)")
    var rows: [(name: String?, value: String?)] = []
    var bytes = 0
    while try statement.step() {
      let (name, value) = (try statement.text(0), try statement.text(1))
      bytes += (name?.utf8.count ?? 0) + (value?.utf8.count ?? 0)
      guard bytes <= mostBytes else {
        throw ArchiveError(.malformed, path: path, "the metadata is larger than \(mostBytes) bytes")
      }
      rows.append((name, value))
    }
    return rows
  }
}
