import Foundation
import MapMath
import TestSupport
import Testing

@testable import OvertileTileArchive
@testable import OvertileTileArchiveWriting

/// The rules of every container.
@Suite struct ArchiveWriterTests {
  @Test(arguments: TileContainer.allCases) func rejectsTilesOutOfOrder(container: TileContainer) throws {
    let scratch = try Scratch()
    var compressor = try GzipCompressor()
    let bytes = try compressor.compress([1])
    let writer = try container.makeWriter(path: scratch.path("a"), compression: .gzip)
    try writer.append(TileID(uncheckedZ: 1, x: 0, y: 1), bytes)
    for tile in [
      TileID(uncheckedZ: 1, x: 0, y: 1), TileID(uncheckedZ: 1, x: 0, y: 0), TileID(uncheckedZ: 0, x: 0, y: 0),
    ] {
      #expect { try writer.append(tile, bytes) } throws: { ($0 as? ArchiveError)?.code == .order }
    }
    try writer.append(TileID(uncheckedZ: 2, x: 0, y: 0), [])
    if container == .mbtiles {
      #expect { try writer.append(TileID(uncheckedZ: 3, x: 0, y: 0), [0x1A, 2, 0]) } throws: {
        ($0 as? ArchiveError)?.code == .compression
      }
    }
    #expect(try writer.finish(.example).addressedTiles == 1)
  }

  @Test(arguments: [TileContainer.pmtiles, .mbtiles]) func givesTheSameBytesAgain(container: TileContainer) throws {
    let scratch = try Scratch()
    var random = SeededRandom(seed: 9)
    let tiles = try StoredTile.random(2000, gzipped: true, &random)
    let first = try container.makeWriter(path: scratch.path("a"), compression: .gzip).write(tiles)
    let second = try container.makeWriter(path: scratch.path("b"), compression: .gzip).write(tiles)
    let isSame = try scratch.bytes("a") == scratch.bytes("b")
    #expect(first == second && isSame)
    #expect(try scratch.names == ["a", "b"] && scratch.bytes("a").count == first.bytes)
  }

  @Test(arguments: [TileContainer.pmtiles, .mbtiles]) func writesOverNothing(container: TileContainer) throws {
    let scratch = try Scratch()
    try Data("old".utf8).write(to: scratch.folder.appendingPathComponent("a"))
    var random = SeededRandom(seed: 3)
    let tiles = try StoredTile.random(50, gzipped: true, &random)
    #expect { try container.makeWriter(path: scratch.path("a"), compression: .gzip).write(tiles) } throws: {
      ($0 as? ArchiveError)?.code == .cannotCreate
    }
    #expect(try scratch.names == ["a"] && scratch.bytes("a") == Array("old".utf8))
  }

  @Test(arguments: TileContainer.allCases) func namesAMissingFolder(container: TileContainer) throws {
    let scratch = try Scratch()
    #expect { try container.makeWriter(path: scratch.path("none/a"), compression: .gzip) } throws: {
      ($0 as? ArchiveError)?.code == .cannotCreate && "\($0)".contains("none/a") && "\($0)".contains("No such file")
    }
  }

  @Test func storesBlobsInTheOrderOfTheTiles() throws {
    let scratch = try Scratch()
    var random = SeededRandom(seed: 4)
    let tiles = try StoredTile.random(3000, &random)
    try PMTilesWriter(path: scratch.path("a"), compression: .none).write(tiles)
    var end: UInt64 = 0
    try PMTilesReader(path: scratch.path("a")).forEachEntry { entry in
      #expect(entry.offset <= end)
      if entry.offset == end { end += UInt64(entry.length) }
    }
    #expect(end == UInt64(Set(tiles.map(\.bytes)).reduce(0) { $0 + $1.count }))
  }

  /// The polynomial of CRC-32 added to a blob leaves its checksum unchanged.
  @Test func tellsBlobsOfOneChecksumApart() throws {
    let scratch = try Scratch()
    let blob: [UInt8] = [1, 2, 3, 4, 5, 6, 7]
    let other = zip(blob, [0x41, 0x06, 0x71, 0xDB, 0x01, 0, 0] as [UInt8]).map { $0 ^ $1 }
    let checksums = [blob, other].map { $0.withUnsafeBytes { BlobIndex.checksum($0) } }
    try #require(checksums[0] == checksums[1] && blob != other)
    let tiles = [blob, other, blob].enumerated().map { StoredTile(TileID(hilbertID: UInt64(1 + $0))!, $1) }
    let statistics = try PMTilesWriter(path: scratch.path("a"), compression: .none).write(tiles)
    #expect(statistics.tileEntries == 3 && statistics.tileContents == 2)
    let reader = try PMTilesReader(path: scratch.path("a"))
    #expect(try tiles.allSatisfy { try reader.tile($0.id) == $0.bytes })
  }

  @Test func tellsLargeBlobsOfEqualEndsApart() throws {
    let scratch = try Scratch()
    var tiles: [StoredTile] = []
    // Larger than the buffer, in part still buffered and in part written when they come again.
    for index in 0..<24 {
      var blob = [UInt8](repeating: 7, count: index % 2 == 0 ? 100_000 : 300_000)
      blob[50_000] = UInt8(index % 6)
      tiles.append(StoredTile(TileID(hilbertID: UInt64(2 * index))!, blob))
    }
    let statistics = try PMTilesWriter(path: scratch.path("a"), compression: .none).write(tiles)
    let reader = try PMTilesReader(path: scratch.path("a"))
    let areSame = try tiles.allSatisfy { try reader.tile($0.id) == $0.bytes }
    #expect(areSame && statistics.tileContents == 6)
  }

  @Test func writesADirectoryOfTiles() throws {
    let scratch = try Scratch()
    let writer = try DirectoryWriter(path: scratch.path("tiles"), compression: .none)
    let tiles = [
      StoredTile(TileID(uncheckedZ: 0, x: 0, y: 0), [1]), StoredTile(TileID(uncheckedZ: 2, x: 3, y: 1), [2, 2]),
      StoredTile(TileID(uncheckedZ: 2, x: 3, y: 0), [3]),
    ]
    let statistics = try writer.write(tiles)
    #expect(try scratch.bytes("tiles/2/3/1.pbf") == [2, 2])
    #expect(try FileManager.default.subpathsOfDirectory(atPath: scratch.path("tiles")).count == 8)
    let data = try Data(contentsOf: scratch.folder.appendingPathComponent("tiles/metadata.json"))
    let metadata = try #require(JSONSerialization.jsonObject(with: data) as? [String: String])
    #expect([metadata["format"], metadata["bounds"]] == ["pbf", "-0.29,-38.5900001,1,0.57"])
    #expect(statistics.bytes == 4 + data.count)
  }
}
