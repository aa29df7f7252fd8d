import OvertileCore

extension MBTilesReader {
  /// The tables of MBTiles files, with small letters: those of the specification; those that mbutil, TileMill, node-mbtiles
  /// and tippecanoe store tiles and grids in once each, and find by the views `tiles`, `grids` and `grid_data`; those of
  /// planetiler and martin for the same; and those of OpenMapTiles and Android.
  private static let tables: Set = [
    "metadata", "tiles", "grids", "grid_data", "map", "images", "keymap", "grid_key", "grid_utfgrid", "geocoder_data",
    "tiles_shallow", "tiles_data", "tiles_with_hash", "omtm", "android_metadata",
  ]

  /// Throws unless a file is an SQLite database with `tiles` and `metadata`, tables or views with the columns of MBTiles, and
  /// all its tables are such as MBTiles files have. SQLite's own begin with `sqlite_`. O(tables).
  ///
  /// - Throws: `ArchiveError`: `malformed` with the reason if it is none.
  static func check(_ path: String) throws {
    let steps = SQLiteSteps()
    // The connection counts with it.
    defer { withExtendedLifetime(steps) {} }
    let database = try SQLiteFile.open(path, limit: TileArchives.mostTileBytes, steps: steps)
    try SQLiteError.map(path) {
      let statement = try database.statement(
        "SELECT name, type FROM sqlite_master WHERE type IN ('table', 'view') ORDER BY name")
      var names: Set<String> = []
      while try statement.step() {
        let name = try statement.text(0) ?? ""
        let known = name.lowercased()
        names.insert(known)
        guard try statement.text(1) == "view" || tables.contains(known) || known.hasPrefix("sqlite_") else {
          throw ArchiveError(
            .malformed, path: path, "the database contains the table \"\(name)\", which does not belong to MBTiles")
        }
      }
      for name in ["metadata", "tiles"] where !names.contains(name) {
        throw ArchiveError(.malformed, path: path, "the database has no table or view named \(name)")
      }
      // Compiling reads no row, and fails if a column is not there.
      _ = try database.statement("SELECT name, value FROM metadata")
      _ = try database.statement("SELECT zoom_level, tile_column, tile_row, tile_data FROM tiles")
    }
  }
}
