import Foundation
import GRDB
import MapMath

/// Reads an MBTiles file, version 1.3; any thread may ask. All methods throw `ArchiveError`.
///
/// Safe on hostile files: nothing in them is larger than a limit, functions in their schema are not trusted, and asking
/// for a tile or the metadata ends after 20 million steps of SQLite, because a view may loop for ever.
public final class MBTilesReader: Sendable {
  private let path: String
  private let database: DatabaseQueue
  private let steps = SQLiteSteps()

  /// Opens a file, read only, of which no tile and no text takes more than `tileLimit` bytes.
  public init(path: String, tileLimit: Int = 64 << 20) throws {
    self.path = path
    // SQLite's own message does not tell a missing file from a forbidden one.
    _ = try InputFile(path: path)
    database = try SQLiteError.map(path) { [steps] in
      var configuration = Configuration()
      configuration.readonly = true
      configuration.prepareDatabase { try SQLiteDefence.prepare($0, limit: tileLimit, steps: steps) }
      let queue = try DatabaseQueue(path: path, configuration: configuration)
      try queue.read {
        _ = try $0.makeStatement(sql: "SELECT zoom_level, tile_column, tile_row, tile_data FROM tiles")
      }
      return queue
    }
  }

  /// The metadata rows by name; of rows that share a name, the last as SQLite finds them. The first 4,096 rows.
  public func metadata() throws -> [String: String] {
    // The casts matter: GRDB traps on a value of another type.
    try read(isBounded: true) { database in
      let rows = try Row.fetchAll(
        database, sql: "SELECT CAST(name AS text), CAST(value AS text) FROM metadata LIMIT 4096")
      let pairs = rows.compactMap { row -> (String, String)? in
        guard let name = row[0] as String?, let value = row[1] as String? else { return nil }
        return (name, value)
      }
      return Dictionary(pairs) { _, last in last }
    }
  }

  /// The stored bytes of a tile, gzipped in vector tile sets, or nil when there is none. O(log tiles).
  public func tile(_ tile: TileID) throws -> [UInt8]? {
    try read(isBounded: true) { database in
      let lookup = try database.cachedStatement(
        sql: "SELECT CAST(tile_data AS blob) FROM tiles WHERE zoom_level = ? AND tile_column = ? AND tile_row = ?")
      let data = try Data.fetchOne(lookup, arguments: [Int(tile.z), Int(tile.x), Int(tile.tmsRow)])
      return data.map { Array($0) }
    }
  }

  /// Calls a closure with every tile and its stored bytes: zooms ascending, then columns, then rows from the south.
  public func forEachTile(_ body: (TileID, [UInt8]) throws -> Void) throws {
    try read(isBounded: false) { database in
      let rows = try Row.fetchCursor(
        database,
        sql: """
          SELECT CAST(zoom_level AS integer), CAST(tile_column AS integer), CAST(tile_row AS integer),
          CAST(tile_data AS blob) FROM tiles ORDER BY zoom_level, tile_column, tile_row
          """)
      while let row = try rows.next() {
        guard let z = row[0] as Int?, let x = row[1] as Int?, let south = row[2] as Int?, (0...31).contains(z),
          (0..<1 << z).contains(south), let tile = TileID(z: z, x: x, y: (1 << z) - 1 - south),
          let data = row[3] as Data?
        else { throw ArchiveError(.malformed, path: path, "a row of tiles is no tile") }
        try body(tile, Array(data))
      }
    }
  }

  private func read<R>(isBounded: Bool, _ body: (Database) throws -> R) throws -> R {
    try SQLiteError.map(path) {
      try database.read { database in
        steps.begin(isBounded: isBounded)
        return try body(database)
      }
    }
  }
}
