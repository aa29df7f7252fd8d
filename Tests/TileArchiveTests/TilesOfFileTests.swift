import Foundation
import MapMath
import OvertilePlatform
import TestSupport
import Testing

@testable import OvertileTileArchive
@testable import OvertileTileArchiveWriting

/// Tiles that stay in other files until an archive is finished make the archive of tiles that were appended.
@Suite struct TilesOfFileTests {
  @Test func theArchiveIsThatOfAppendedTiles() throws {
    var known = 0
    for seed in seeds(20) {
      let scratch = try Scratch()
      var random = SeededRandom(seed: seed)
      let tiles = Self.tiles(seed: seed, &random)
      let alone = try PMTilesWriter(path: scratch.path("alone"), compression: .none)
      for tile in tiles { try alone.append(tile.id, tile.bytes) }
      let expected = try alone.finish(.example)

      let writer = try PMTilesWriter(path: scratch.path("taken"), compression: .none)
      var (next, file) = (0, 0)
      while next < tiles.count {
        let end = min(tiles.count, next + Int.random(in: 1...200, using: &random))
        if Int.random(in: 0..<3, using: &random) == 0 {
          for tile in tiles[next..<end] { try writer.append(tile.id, tile.bytes) }
        } else {
          let before = writer.storedByteCount
          var stored = 0
          let own = try Self.inFile(tiles[next..<end], scratch.path("file-\(file)"), &random)
          try writer.append(own) { index, isKnown in
            stored += isKnown ? 0 : tiles[next + index].bytes.count
            known += isKnown ? 1 : 0
          }
          #expect(writer.storedByteCount == before + stored, "seed \(seed)")
          file += 1
        }
        next = end
      }
      let all = try writer.storedTiles()
      #expect(all.count == expected.tileContents, "seed \(seed)")
      let distinct = try Set((0..<all.count).map { try all.bytes($0) })
      #expect(distinct == Set(tiles.map(\.bytes)), "seed \(seed)")
      #expect(try writer.finish(.example) == expected, "seed \(seed)")
      #expect(try scratch.bytes("taken") == scratch.bytes("alone"), "seed \(seed)")
    }
    #expect(known > 500, "\(known)")
  }

  @Test func tilesOutOfOrderAreRejected() throws {
    let scratch = try Scratch()
    var random = SeededRandom(seed: 1)
    let tiles = Self.tiles(seed: 1, &random)
    let writer = try PMTilesWriter(path: scratch.path("a"), compression: .none)
    let own = try Self.inFile(tiles[...], scratch.path("file"), &random)
    try writer.append(own) { _, _ in }
    #expect(throws: ArchiveError.self) { try writer.append(own) { _, _ in } }
  }

  /// A file that stays open for the tiles.
  private final class Opened {
    let descriptor: Int32

    init(_ path: String) { descriptor = open(path, O_RDONLY | O_CLOEXEC) }

    deinit { close(descriptor) }
  }

  /// Tiles of some zooms; many are equal, successive ones as well.
  private static func tiles(seed: UInt64, _ random: inout SeededRandom) -> [(id: TileID, bytes: [UInt8])] {
    var tiles: [(id: TileID, bytes: [UInt8])] = []
    for zoom: UInt8 in [3, 6] {
      let first = TileID.firstHilbertID(zoom: Int(zoom))
      for number in 0..<TileID.firstHilbertID(zoom: Int(zoom) + 1) - first
      where Int.random(in: 0..<4, using: &random) > 0 {
        let kind = Int.random(in: 0..<5, using: &random)
        let bytes =
          kind == 0 ? tiles.last?.bytes ?? [7] : (0..<kind * 3).map { _ in UInt8.random(in: 0...2, using: &random) }
        if let id = TileID(hilbertID: first + number) { tiles.append((id, bytes)) }
      }
    }
    return tiles
  }

  private static func inFile(
    _ tiles: ArraySlice<(id: TileID, bytes: [UInt8])>, _ path: String, _ random: inout SeededRandom
  ) throws -> TilesOfFile {
    let before = [UInt8](repeating: 9, count: .random(in: 0...5, using: &random))
    try Data(before + tiles.flatMap(\.bytes) + [1, 2]).write(to: URL(fileURLWithPath: path))
    var (ends, end): ([UInt64], UInt64) = ([], 0)
    for tile in tiles {
      end += UInt64(tile.bytes.count)
      ends.append(end)
    }
    let file = Opened(path)
    return TilesOfFile(
      ids: tiles.map(\.id.hilbertID), ends: ends,
      checksums: tiles.map { tile in tile.bytes.withUnsafeBytes { TilesOfFile.checksum(of: $0) } },
      descriptor: file.descriptor, path: path, offset: before.count, owner: file)
  }
}
