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
    let reader = try MBTilesReader(path: path)
    try reader.read {
      let statement = try reader.database.statement("SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name")
      while try statement.step() {
        let name = try statement.text(0) ?? ""
        guard tables.contains(name.lowercased()) || name.lowercased().hasPrefix("sqlite_") else {
          throw ArchiveError(
            .malformed, path: path, "the database contains the table \"\(name)\", which does not belong to MBTiles")
        }
      }
      // Compiling reads no row, and fails if a column is not there.
      _ = try reader.database.statement("SELECT name, value FROM metadata")
    }
  }
}
