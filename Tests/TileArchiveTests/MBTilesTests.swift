import Foundation
import MapMath
import TestSupport
import Testing

@testable import OvertileTileArchive
@testable import OvertileTileArchiveWriting

@Suite struct MBTilesTests {
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
