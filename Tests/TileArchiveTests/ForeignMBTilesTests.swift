import Foundation
import MapMath
import OvertileCore
import Testing

@testable import OvertileTileArchive
@testable import OvertileTileArchiveWriting

/// Tile sets as other programs make them.
@Suite struct ForeignMBTilesTests {
  let scratch: Scratch

  init() throws { scratch = try Scratch() }

  private func open(_ sql: String) throws -> any TileArchiveReader {
    let path = scratch.path("foreign")
    let database = try SQLiteDatabase(path: path, .writing)
    try database.execute(sql)
    try database.close()
    return try TileArchives.open(path: path)
  }

  private func all(_ reader: any TileArchiveReader) throws -> [String: [UInt8]] {
    var found: [String: [UInt8]] = [:]
    try reader.forEachTile { found["\($0)"] = $1 }
    return found
  }

  private static let table = "CREATE TABLE tiles (zoom_level, tile_column, tile_row, tile_data);"

  @Test func readsViewsOfSharedPictures() throws {
    let reader = try open(
      """
      CREATE TABLE map (zoom_level integer, tile_column integer, tile_row integer, tile_id text);
      CREATE TABLE images (tile_id text, tile_data blob);
      CREATE VIEW tiles AS SELECT zoom_level, tile_column, tile_row, tile_data
        FROM map JOIN images ON map.tile_id = images.tile_id;
      CREATE TABLE metadata (name text, value text);
      INSERT INTO map VALUES (1, 0, 0, 'sea'), (1, 1, 0, 'sea'), (2, 3, 1, 'land');
      INSERT INTO images VALUES ('sea', X'89504E4701'), ('land', X'89504E470203');
      INSERT INTO metadata VALUES ('name', 'Seas'), ('minzoom', '0'), ('maxzoom', '9');
      """)
    #expect(try reader.content == .other("png") && reader.tileCompression == .none && reader.zooms() == 1...2)
    #expect(
      String(decoding: try reader.metadataJSON(), as: UTF8.self) == #"{"maxzoom":"9","minzoom":"0","name":"Seas"}"#)
    let sea: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 1]
    #expect(try all(reader) == ["1/0/1": sea, "1/1/1": sea, "2/3/2": [0x89, 0x50, 0x4E, 0x47, 2, 3]])
    var sizes: [StoredRun] = []
    try reader.forEachRun { sizes.append($0) }
    #expect(sizes.map(\.bytes) == [5, 5, 6] && sizes.allSatisfy { $0.count == 1 })
  }

  @Test func needsNoMetadataAndNoIndex() throws {
    let reader = try open(Self.table + "INSERT INTO tiles VALUES ('3', '2', '1', X'1A00');")
    #expect(try reader.content == .vectorTile && reader.tileCompression == .none && reader.zooms() == 3...3)
    #expect(try reader.metadataJSON() == Array("{}".utf8) && all(reader) == ["3/2/6": [0x1A, 0]])
  }

  @Test func looksIntoGzip() throws {
    var compressor = try GzipCompressor()
    let stored = try compressor.compress([0x1A, 0])
    let hex = stored.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    let reader = try open(Self.table + "INSERT INTO tiles VALUES (0, 0, 0, X'\(hex)');")
    #expect(reader.content == .vectorTile && reader.tileCompression == .gzip)
    let tile = try reader.plainTile(TileID(uncheckedZ: 0, x: 0, y: 0))
    #expect(try tile == [0x1A, 0] && reader.plain(stored) == [0x1A, 0])
  }

  @Test func hasNoZoomsWithoutTiles() throws {
    let reader = try open(Self.table + "CREATE TABLE metadata (name, value); INSERT INTO metadata VALUES (1, NULL);")
    #expect(try reader.zooms() == nil && all(reader).isEmpty)
  }

  @Test func passesOverTilesOutsideTheGrid() throws {
    let reader = try open(
      Self.table
        + """
        INSERT INTO tiles VALUES (1, 0, 0, X'1A'), (0, 1, 0, X'00'), (0, 0, -1, X'00'), (-1, 0, 0, X'00'),
        (32, 0, 0, X'00'), (1, 9223372036854775807, 0, X'00');
        """)
    #expect(try all(reader) == ["1/0/1": [0x1A]])
    #expect(try (reader as? MBTilesReader)?.tilesOutsideGrid() == 5)
  }

  @Test(arguments: [
    "CREATE TABLE features (geom blob);",
    "CREATE TABLE tiles (zoom_level, tile_column, tile_row);",
    table + "INSERT INTO tiles VALUES (NULL, 0, 0, X'00');",
    table + "INSERT INTO tiles VALUES (0, 0, 0, NULL);",
  ])
  func rejectsWhatIsNoTileSet(sql: String) throws {
    #expect {
      let reader = try open(sql)
      _ = try reader.zooms()
      try reader.forEachRun { _ in }
    } throws: {
      ($0 as? ArchiveError)?.code == .malformed
    }
  }
}
