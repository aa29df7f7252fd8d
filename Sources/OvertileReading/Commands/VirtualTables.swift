import OvertileCore

/// The tables of a GeoPackage whose rows are not in it: SQLite's extensions that GDAL loads make them of any file that their
/// definition names.
enum VirtualTables {
  /// The first such table of a file; nil where there is none.
  ///
  /// - Throws: `SQLiteFailure` for a file that SQLite cannot read.
  static func first(in path: String) throws(SQLiteFailure) -> String? {
    let database = try SQLiteDatabase(path: path, .readingImmutable)
    // SQLite goes by the definitions alone, whatever else a row of its schema says.
    let definitions = try database.statement(
      "SELECT CAST(sql AS TEXT), CAST(name AS TEXT) FROM sqlite_master WHERE CAST(sql AS TEXT) LIKE '%virtual%using%'")
    while try definitions.step() {
      if let sql = try definitions.text(0), !isIndex(sql) { return try definitions.text(1) ?? "" }
    }
    return nil
  }

  /// Whether a definition is that of an index over rows of the file: of boxes or of words.
  private static func isIndex(_ sql: String) -> Bool {
    let form = #/(?i)create\s+virtual\s+table\s+(\x22[^\x22]*\x22|'[^']*'|\w+)\s+using\s+(rtree|fts[345])\s*\((?s:.*)/#
    return sql.wholeMatch(of: form) != nil
  }
}
