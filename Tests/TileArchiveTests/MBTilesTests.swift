import Foundation
import MapMath
import TestSupport
import Testing

@testable import OvertileTileArchive
@testable import OvertileTileArchiveWriting

@Suite struct MBTilesTests {
  struct Question: Encodable {
    var path: String
    var tiles: [StoredTile]
  }

  struct Answer: Decodable {
    var metadata: [[String]]
    var wrong: [String]
    var count: Int
    var applicationID: Int
    var freePages: Int
    var integrity: String
    var journal: String
    var indices: [[String]]
  }

  @Test func anotherReaderFindsTheSame() throws {
    let scratch = try Scratch()
    var random = SeededRandom(seed: 2)
    let tiles = try StoredTile.random(3000, gzipped: true, &random)
    let path = scratch.path("a.mbtiles")
    let statistics = try MBTilesWriter(path: path).write(tiles)
    let answer: Answer = try PythonOracle.run(
      "Tests/TileArchiveTests/read_mbtiles.py", Question(path: path, tiles: tiles))
    #expect(answer.wrong == [])
    #expect(answer.count == tiles.count && statistics.addressedTiles == tiles.count)
    #expect(answer.applicationID == 0x4D50_4258)
    #expect(answer.freePages == 0)
    #expect(answer.integrity == "ok")
    #expect(answer.journal == "delete")
    #expect(answer.indices == [["zoom_level", "tile_column", "tile_row"]])
    #expect(
      answer.metadata.prefix(6) == [
        ["name", "Fiji \"quakes\""], ["format", "pbf"], ["bounds", "-0.29,-38.5900001,1,0.57"],
        ["center", "178.1234567,-20.1,5"], ["minzoom", "0"], ["maxzoom", "12"],
      ])
    let reader = try MBTilesReader(path: path)
    let metadata = try reader.metadata()
    #expect(metadata["json"]?.hasPrefix(#"{"vector_layers":[{"description":"d","fields":{"#) == true)
    for tile in tiles.prefix(100) { #expect(try reader.tile(tile.id) == tile.bytes) }
    var count = 0
    try reader.forEachTile { _, _ in count += 1 }
    #expect(count == tiles.count)
    #expect(try reader.tile(TileID(uncheckedZ: 31, x: 5, y: 5)) == nil)
  }

  @Test func countsRowsFromTheSouth() throws {
    let scratch = try Scratch()
    var compressor = try GzipCompressor()
    let tile = StoredTile(TileID(uncheckedZ: 11, x: 327, y: 791), try compressor.compress([1]))
    try MBTilesWriter(path: scratch.path("a")).write([tile])
    #expect(tile.id.tmsRow == 1256)
    var found: [TileID] = []
    try MBTilesReader(path: scratch.path("a")).forEachTile { id, _ in found.append(id) }
    #expect(found == [tile.id])
  }

  @Test func rejectsPlainTiles() throws {
    let scratch = try Scratch()
    let writer = try MBTilesWriter(path: scratch.path("a"))
    #expect { try writer.append(TileID(uncheckedZ: 0, x: 0, y: 0), [0x1A, 2, 0]) } throws: {
      ($0 as? ArchiveError)?.code == .compression
    }
  }

  @Test func rejectsWhatIsNoTileSet() throws {
    let scratch = try Scratch()
    #expect { try MBTilesReader(path: scratch.path("none")) } throws: { ($0 as? ArchiveError)?.code == .cannotOpen }
    try Data("not a database, but long enough to be looked at".utf8).write(
      to: scratch.folder.appendingPathComponent("a"))
    #expect { try MBTilesReader(path: scratch.path("a")) } throws: { ($0 as? ArchiveError)?.code == .malformed }
  }
}
