import MapMath
import OvertileBundleFormat
import OvertileTileArchive
import OvertileVectorTile
import TestSupport
import Testing

@testable import OverlayBundle

/// The first view of an archive costs at most three requests: the header with the root directory, the leaf directories, and
/// the tiles.
@Suite struct ViewRequestsTests {
  /// All tiles of zoom 5, in leaf directories of 128 tiles each, beyond the first 16 KiB. `padding` bytes lie between two
  /// tiles.
  private static func archive(padding: Int) -> PlainArchive {
    let start = TileID(uncheckedZ: 5, x: 0, y: 0).hilbertID
    var leaves: [UInt8] = []
    var pointers: [PMTilesEntry] = []
    var tileData: [UInt8] = []
    for leaf in 0..<UInt64(8) {
      var entries: [PMTilesEntry] = []
      for id in start + leaf * 128..<start + (leaf + 1) * 128 {
        entries.append(PlainArchive.entry(id, at: UInt64(tileData.count), length: layer.count))
        tileData += layer + Array(repeating: 0, count: padding)
      }
      let bytes = PMTilesDirectory.encode(entries)
      pointers.append(PlainArchive.entry(start + leaf * 128, at: UInt64(leaves.count), length: bytes.count, run: 0))
      leaves += bytes
    }
    var archive = PlainArchive(pointers, leaves: leaves, tileData: tileData)
    archive.metadata = Array("{\"name\":\"\(String(repeating: "a", count: 17_000))\"}".utf8)
    archive.header.minZoom = 5
    archive.header.maxZoom = 5
    archive.layOut()
    return archive
  }

  private static let layer: [UInt8] = [0x1A, 0x05, 0x0A, 0x01, 0x61, 0x78, 0x02]
  private static let phone = MapViewport(width: 390, height: 844)

  @Test(arguments: [0, 200, 3000]) func aFirstViewTakesThreeRequests(padding: Int) async throws {
    let bytes = Self.archive(padding: padding).bytes
    var mostTiles = 0
    for seed in seeds(20) {
      var random = SeededRandom(seed: seed)
      // Views in one quarter of the map, whose tiles are a run of the Hilbert curve.
      let camera = Camera(
        center: Coordinate(
          latitude: .random(in: 20...70, using: &random), longitude: .random(in: -160 ... -20, using: &random)),
        zoom512: 5.4, bearing: .random(in: 0...360, using: &random), pitch: 0)
      let reader = CountingRangeReader(MemoryRangeReader(["a.pmtiles": bytes]))
      let bundle = try await BundleReader(archive: "a.pmtiles", reader: reader)
      // The metadata replace the manifest of a bundle.
      #expect(reader.requests.count == 2)
      let layer = BundleManifest.Layer(id: "a", kind: .cluster, zooms: 5...5)
      let plan = try ViewportPlan(camera, Self.phone, layers: [layer])
      let tiles = plan.shares.flatMap(\.tiles)
      mostTiles = max(mostTiles, tiles.count)
      reader.reset()
      let found = try await bundle.tiles(tiles)
      #expect(found.allSatisfy { $0?.layers.map(\.name) == ["a"] } && found.count == tiles.count, "seed \(seed)")
      // The leaf directories, and the tiles: with all paddings they lie within the bytes that may be joined.
      #expect(reader.requests.count == 2, "seed \(seed): \(reader.requests)")
      _ = try await bundle.tiles(tiles.reversed())
      #expect(reader.requests.count == 2, "seed \(seed): all are in the cache")
    }
    #expect(mostTiles >= 6)
  }

  @Test func theStartOfAFileIsNotReadAgain() async throws {
    let archive = PlainArchive([PlainArchive.entry(0, at: 0, length: Self.layer.count)], tileData: Self.layer)
    let reader = CountingRangeReader(MemoryRangeReader(["a.pmtiles": archive.bytes]))
    let bundle = try await BundleReader(archive: "a.pmtiles", reader: reader)
    let tile = try await bundle.tile(TileID(uncheckedZ: 0, x: 0, y: 0))
    #expect(tile?.layers.map(\.name) == ["a"] && reader.requests.count == 1)
  }

  /// A tile that is damaged is an error for those who ask for it, and for nobody else.
  @Test func damageInATileIsItsOwn() async throws {
    var archive = Self.archive(padding: 0)
    let start = TileID(uncheckedZ: 5, x: 0, y: 0).hilbertID
    archive.tileData[Self.layer.count] = 0xFF
    let bundle = try await BundleReader(
      archive: "a.pmtiles", reader: MemoryRangeReader(["a.pmtiles": archive.bytes]))
    let tiles = try (0..<UInt64(3)).map { try #require(TileID(hilbertID: start + $0)) }
    await #expect(throws: BundleError.self) { try await bundle.tiles(tiles) }
    #expect(try await bundle.tiles([tiles[0], tiles[2]]).count == 2)
    await #expect(throws: BundleError.self) { try await bundle.tile(tiles[1]) }
  }

  /// A view that is cancelled leaves the tiles to another that waits for some of them.
  @Test func viewsShareTiles() async throws {
    let gate = GatedReader(MemoryRangeReader(["a.pmtiles": Self.archive(padding: 0).bytes]))
    let bundle = try await BundleReader(archive: "a.pmtiles", reader: gate)
    let start = TileID(uncheckedZ: 5, x: 0, y: 0).hilbertID
    let tiles = try (0..<UInt64(5)).map { try #require(TileID(hilbertID: start + $0)) }
    gate.close()
    let first = Task { try await bundle.tiles(Array(tiles[..<3])) }
    while gate.requestsAtGate < 1 { try await Task.sleep(nanoseconds: 1_000_000) }
    let second = Task { try await bundle.tiles(Array(tiles[2...])) }
    // Three waits of the first view, and one of the second.
    while bundle.cache.waits(for: .tile(tiles[2])) < 4 { try await Task.sleep(nanoseconds: 1_000_000) }
    first.cancel()
    await #expect(throws: CancellationError.self) { try await first.value }
    #expect(gate.cancelledReads == 0)
    gate.open()
    #expect(try await second.value.allSatisfy { $0 != nil })
    #expect(try await bundle.tiles(tiles + tiles).allSatisfy { $0 != nil })
  }
}
