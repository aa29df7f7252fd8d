import Foundation
import MapMath
import TestSupport
import Testing

@testable import OvertileTileArchive
@testable import OvertileTileArchiveWriting

@Suite struct PMTilesReaderTests {
  @Test func findsWhatIsThereAndNothingElse() throws {
    for seed in seeds(12) {
      let scratch = try Scratch()
      var random = SeededRandom(seed: seed)
      let tiles = try StoredTile.random([1, 40, 3000, 70_000][Int(seed % 4)], &random)
      try PMTilesWriter(path: scratch.path("a"), compression: .none).write(tiles)
      let reader = try PMTilesReader(path: scratch.path("a"))
      let known = Dictionary(uniqueKeysWithValues: tiles.map { ($0.id.hilbertID, $0.bytes) })
      var asked = tiles.shuffled(using: &random).prefix(200).flatMap { tile in
        [tile.id.hilbertID, tile.id.hilbertID + 1, tile.id.hilbertID &- 1]
      }
      asked.append(UInt64.max / 3)
      for id in asked {
        guard let tile = TileID(hilbertID: id) else { continue }
        #expect(try reader.tile(tile) == known[id], "seed \(seed), id \(id)")
      }
      var next = 0
      try reader.forEachTile { tile, bytes in
        if tile != tiles[next].id || bytes != tiles[next].bytes { Issue.record("seed \(seed), tile \(next)") }
        next += 1
      }
      #expect(next == tiles.count, "seed \(seed)")
    }
  }

  @Test func opensAnArchiveWithoutTiles() throws {
    let scratch = try Scratch()
    try PMTilesWriter(path: scratch.path("a"), compression: .gzip).write([])
    let reader = try PMTilesReader(path: scratch.path("a"))
    let tile = try reader.tile(TileID(uncheckedZ: 0, x: 0, y: 0))
    #expect(tile == nil && reader.header.addressedTiles == 0 && reader.header.maxZoom == 12)
  }

  @Test func storesTheLastTileOfZoom31() throws {
    let scratch = try Scratch()
    let last = TileID(uncheckedZ: 31, x: UInt32.max >> 1, y: 0)
    try PMTilesWriter(path: scratch.path("a"), compression: .none).write([StoredTile(last, [7])])
    #expect(try PMTilesReader(path: scratch.path("a")).tile(last) == [7] && last.hilbertID == 6_148_914_691_236_517_204)
  }

  /// An archive with leaves, to be spoiled.
  static func archive(_ scratch: Scratch, seed: UInt64, count: Int) throws -> [UInt8] {
    var random = SeededRandom(seed: seed)
    try PMTilesWriter(path: scratch.path("a"), compression: .none).write(StoredTile.random(count, &random))
    return try scratch.bytes("a")
  }

  static func readsAll(_ bytes: [UInt8], _ scratch: Scratch) throws {
    let path = scratch.path("spoiled")
    try Data(bytes).write(to: URL(fileURLWithPath: path))
    let reader = try PMTilesReader(path: path)
    _ = try reader.metadataJSON()
    try reader.forEachEntry { _ = try reader.blob($0) }
  }

  @Test(arguments: [
    (0, 0x51), (7, 4), (7, 2), (15, 0x7F), (23, 0xFF), (31, 1), (39, 0x80), (70, 0xFF), (97, 3), (8, 126),
  ])
  func rejectsASpoiledHeader(location: Int, value: Int) throws {
    let scratch = try Scratch()
    var bytes = try Self.archive(scratch, seed: 1, count: 20)
    try Self.readsAll(bytes, scratch)
    bytes[location] = UInt8(value)
    DamagedFiles.keep(.archive, bytes, .rejected, "byte \(location) is \(value)")
    #expect { try Self.readsAll(bytes, scratch) } throws: { ($0 as? ArchiveError)?.code == .malformed }
  }

  @Test func survivesAnyBytes() throws {
    let scratch = try Scratch()
    let sound = try Self.archive(scratch, seed: 5, count: 400)
    var rejected = 0
    for seed in seeds(300) {
      var random = SeededRandom(seed: seed)
      var bytes = sound
      for _ in 0..<Int.random(in: 1...4, using: &random) {
        let location = Int.random(in: 0..<min(bytes.count, 1500), using: &random)
        bytes[location] = UInt8.random(in: 0...255, using: &random)
      }
      if Bool.random(using: &random) { bytes.removeLast(Int.random(in: 0..<bytes.count, using: &random)) }
      do {
        try Self.readsAll(bytes, scratch)
        DamagedFiles.keep(.archive, bytes, .unjudged, "seed \(seed)")
      } catch is ArchiveError {
        DamagedFiles.keep(.archive, bytes, .rejected, "seed \(seed)")
        rejected += 1
      }
    }
    #expect(rejected > 200)
  }
}
