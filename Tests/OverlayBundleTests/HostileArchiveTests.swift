import Foundation
import MapMath
import OverlayBundle
import OvertileCore
import OvertileTileArchive
import OvertileTileArchiveWriting
import OvertileVectorTile
import TestSupport
import Testing

/// Malicious archives lead to errors: no trap, no hang, no memory beyond the limits.
@Suite struct HostileArchiveTests {
  private static let world = TileID(uncheckedZ: 0, x: 0, y: 0)
  private static let layer: [UInt8] = [0x1A, 0x05, 0x0A, 0x01, 0x61, 0x78, 0x02]

  @Test func leavesOfLeavesAreFollowedAndLoopsAreNot() async throws {
    // Three levels, each pointing to the next; the third holds the tile.
    let third = PMTilesDirectory.encode([PlainArchive.entry(0, at: 0, length: Self.layer.count)])
    let second = PMTilesDirectory.encode([PlainArchive.entry(0, at: 0, length: third.count, run: 0)])
    var archive = PlainArchive(
      [PlainArchive.entry(0, at: UInt64(third.count), length: second.count, run: 0)], leaves: third + second,
      tileData: Self.layer)
    #expect(try await Self.tile(archive.bytes)?.layers.map(\.name) == ["a"])

    let loop = PMTilesDirectory.encode([PlainArchive.entry(0, at: 0, length: 5, run: 0)])
    #expect(loop.count == 5)
    archive = PlainArchive([PlainArchive.entry(0, at: 0, length: 5, run: 0)], leaves: loop)
    await Self.isDamaged(archive.bytes, "more than 3 levels deep")
  }

  @Test func offsetsBeyondTheEnd() async throws {
    let good = PlainArchive([PlainArchive.entry(0, at: 0, length: Self.layer.count)], tileData: Self.layer)
    #expect(try await Self.tile(good.bytes) != nil)
    for (offset, length) in [(1, 7), (UInt64.max - 10, 7), (0, 8), (0, Int(UInt32.max)), (1 << 63, 1)] {
      let archive = PlainArchive([PlainArchive.entry(0, at: offset, length: length)], tileData: Self.layer)
      await Self.isDamaged(archive.bytes, "outside its section")
    }
    for value: UInt64 in [1 << 20, 1 << 32, 1 << 62, 1 << 63, .max] {
      let paths: [WritableKeyPath<PMTilesHeader, PMTilesHeader.Section>] = [
        \.root, \.metadata, \.leaves, \.tileData,
      ]
      for path in paths {
        var archive = good
        archive.header[keyPath: path].length = value
        await Self.endsWell(archive.bytes)
        archive = good
        archive.header[keyPath: path].offset = value
        await Self.endsWell(archive.bytes)
      }
    }
    var archive = good
    archive.root = PMTilesDirectory.encode([PlainArchive.entry(0, at: 100, length: 1000)])
    archive.layOut()
    archive.header.tileData.length = 1 << 40
    await Self.isDamaged(archive.bytes, "the file has only")
  }

  @Test func countsAndNumbersWithoutEnd() async throws {
    var archive = PlainArchive([])
    for root: [UInt8] in [
      [0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0x0F, 0, 0, 0, 0], Array(repeating: 0xFF, count: 16_000), [],
      [0x01], [0x01, 0x00, 0x01, 0x00, 0x01], [0x01, 0x00, 0x01, 0x05, 0x00],
    ] {
      archive.root = root
      archive.layOut()
      await Self.isDamaged(archive.bytes, "directory")
    }
    archive = PlainArchive([PlainArchive.entry(0, at: 0, length: 12)], tileData: Array(repeating: 0xFF, count: 12))
    await Self.isDamaged(archive.bytes, "vector tile")
  }

  @Test func bombsDoNotGoOff() async throws {
    var compressor = try GzipCompressor()
    let bomb = try compressor.compress([UInt8](repeating: 0, count: 4 << 20))
    #expect(bomb.count < 16_000)
    var limits = BundleLimits()
    (limits.tileBytes, limits.directoryBytes, limits.metadataBytes) = (1 << 20, 1 << 20, 1 << 20)
    var archive = PlainArchive([PlainArchive.entry(0, at: 0, length: bomb.count)], tileData: bomb)
    archive.header.tileCompression = TileCompression.gzip.pmtiles
    await Self.isDamaged(archive.bytes, "larger than 1048576 bytes", limits)
    archive = PlainArchive([])
    archive.header.internalCompression = TileCompression.gzip.pmtiles
    archive.metadata = []
    archive.root = bomb
    archive.layOut()
    await Self.isDamaged(archive.bytes, "larger than 1048576 bytes", limits)
    archive.metadata = bomb
    archive.layOut()
    await Self.isDamaged(archive.bytes, "larger than 1048576 bytes", limits)
    archive.header.metadata.length = 1 << 50
    await Self.isDamaged(archive.bytes, "the metadata is too large", limits)
    archive = PlainArchive([PlainArchive.entry(0, at: 0, length: 2 << 20)])
    archive.header.tileData.length = 1 << 30
    await Self.isDamaged(archive.bytes, "too large (2097152 bytes)", limits)
  }

  @Test func otherKindsOfTilesAreRejected() async throws {
    for change: (inout PMTilesHeader) -> Void in [
      { $0.tileType = 2 }, { $0.tileCompression = 3 }, { $0.internalCompression = 4 }, { $0.maxZoom = 32 },
      { ($0.minZoom, $0.maxZoom) = (3, 2) },
    ] {
      var archive = PlainArchive([PlainArchive.entry(0, at: 0, length: Self.layer.count)], tileData: Self.layer)
      change(&archive.header)
      await #expect(throws: BundleError.self) { try await Self.tile(archive.bytes) }
      DamagedFiles.keep(.archive, archive.bytes, .rejected)
    }
  }

  @Test func aReaderThatGivesTooMuchIsNotBelieved() async throws {
    struct Generous: RangeReader {
      let base: MemoryRangeReader
      func bytes(of path: String, in range: Range<UInt64>) async throws -> [UInt8]? {
        try await base.bytes(of: path, in: range).map { $0 + Array(repeating: 0, count: 1 << 16) }
      }
    }
    let archive = PlainArchive([PlainArchive.entry(0, at: 0, length: Self.layer.count)], tileData: Self.layer)
    let reader = Generous(base: MemoryRangeReader(["a.pmtiles": archive.bytes]))
    await #expect(throws: BundleError.self) { try await BundleReader(archive: "a.pmtiles", reader: reader) }
  }

  /// A view that never ends, a tile larger than the limit, and values of other types.
  @Test func databasesMadeToHarm() async throws {
    let folder = try ScratchFolder()
    let tables = "CREATE TABLE metadata (name text, value text); "
    let endless = """
      CREATE VIEW tiles AS WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n)
      SELECT i AS zoom_level, i AS tile_column, i AS tile_row, x'00' AS tile_data FROM n;
      """
    let columns = "CREATE TABLE tiles (zoom_level, tile_column, tile_row, tile_data); "
    for (index, sql) in [
      tables + endless, tables + columns + "INSERT INTO tiles VALUES (0, 0, 0, zeroblob(2000000));",
      tables + columns + "INSERT INTO tiles VALUES (0, 0, 0, 'text');",
      tables + columns + "INSERT INTO tiles VALUES (0, 0, 0, 1.5);",
      columns + "CREATE VIEW metadata AS WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) "
        + "SELECT i AS name, i AS value FROM n WHERE i < 0;",
    ].enumerated() {
      let file = folder.url.appendingPathComponent("\(index).mbtiles")
      try SQLiteDatabase(path: file.path, .writing).execute(sql)
      var limits = BundleLimits()
      limits.tileBytes = 1 << 20
      await #expect(throws: BundleError.self, "database \(index)") {
        try await BundleReader(archive: file, limits: limits).tile(Self.world)
      }
    }
  }

  private static func tile(_ bytes: [UInt8], _ limits: BundleLimits = BundleLimits()) async throws -> DecodedTile? {
    let reader = MemoryRangeReader(["a.pmtiles": bytes])
    return try await BundleReader(archive: "a.pmtiles", reader: reader, limits: limits).tile(world)
  }

  private static func isDamaged(
    _ bytes: [UInt8], _ words: String, _ limits: BundleLimits = BundleLimits(), test: String = #function,
    place: SourceLocation = #_sourceLocation
  ) async {
    DamagedFiles.keep(.archive, bytes, .rejected, words, test: test)
    do {
      _ = try await tile(bytes, limits)
      Issue.record("the archive was read", sourceLocation: place)
    } catch {
      let isNamed = error is BundleError && "\(error)".contains(words)
      #expect(isNamed, "\(error)", sourceLocation: place)
    }
  }

  private static func endsWell(_ bytes: [UInt8], test: String = #function) async {
    do {
      _ = try await tile(bytes)
      DamagedFiles.keep(.archive, bytes, .read, test: test)
    } catch {
      DamagedFiles.keep(.archive, bytes, .rejected, test: test)
      #expect(error is BundleError, "\(error)")
    }
  }
}
