import MapMath
import TestSupport
import Testing

@testable import OverlayBundle

/// A first view takes at most three requests of an archive, wherever its tiles lie within the bytes that may be joined.
@Suite struct RequestBudgetTests {
  /// Each section has some 6 MB, less than `allOfIt`, so every view keeps the budget.
  private static let archive = ScatteredArchive(leafPadding: 97_000, tilePadding: 380)
  private static let allOfIt = 8 << 20

  private static func randomView(_ random: inout SeededRandom) -> (Camera, MapViewport) {
    // Half of them lie where the quarters of the map meet, so that their tiles are far from each other in the archive.
    let isAtSeam = Bool.random(using: &random)
    let camera = Camera(
      center: Coordinate(
        latitude: .random(in: isAtSeam ? -1...1 : -80...80, using: &random),
        longitude: .random(in: isAtSeam ? -1...1 : -180...180, using: &random)),
      zoom512: .random(in: 7...8, using: &random), bearing: .random(in: 0...360, using: &random),
      pitch: [0, 30, 60].randomElement(using: &random) ?? 0)
    let size = MapViewport(
      width: .random(in: 100...1200, using: &random), height: .random(in: 100...1200, using: &random))
    return (camera, size)
  }

  private static func open(
    _ archive: ScatteredArchive, joinedBytes: Int
  ) async throws -> (BundleReader, CountingRangeReader) {
    var limits = BundleLimits()
    limits.joinedBytes = joinedBytes
    let reader = CountingRangeReader(MemoryRangeReader(["a.pmtiles": archive.bytes]))
    return (try await BundleReader(archive: "a.pmtiles", reader: reader, limits: limits), reader)
  }

  private static func plannedTiles(
    _ camera: Camera, _ viewport: MapViewport, _ bundle: BundleReader
  ) throws -> [TileID] {
    try ViewportPlan(camera, viewport, layers: bundle.manifest.layers).shares.flatMap(\.tiles)
  }

  @Test func everyFirstViewTakesThreeRequests() async throws {
    var viewsOfMore = 0
    let (single, _) = try await Self.open(Self.archive, joinedBytes: 0)
    for seed in seeds(150) {
      var random = SeededRandom(seed: seed)
      let (camera, viewport) = Self.randomView(&random)
      let (bundle, reader) = try await Self.open(Self.archive, joinedBytes: Self.allOfIt)
      _ = try await bundle.overlays(seenFrom: camera, in: viewport)
      #expect(reader.requests.count <= 3, "seed \(seed): \(reader.requests)")
      let (plain, others) = try await Self.open(Self.archive, joinedBytes: 0)
      _ = try await plain.overlays(seenFrom: camera, in: viewport)
      viewsOfMore += others.requests.count > 3 ? 1 : 0
      // All of the view is in the cache now, and equals what single reads return.
      let tiles = try Self.plannedTiles(camera, viewport, bundle)
      #expect(Set(tiles.map(\.z)) == [2, 7], "seed \(seed)")
      let together = try await bundle.tiles(tiles)
      #expect(reader.requests.count <= 3, "seed \(seed): all are in the cache")
      for (tile, content) in zip(tiles, together) {
        let isSame = try await single.tile(tile) == content
        #expect(isSame && content?.layers.map(\.name) == [String(tile.hilbertID)], "seed \(seed)")
      }
    }
    #expect(viewsOfMore > 100, "views that need the budget")
  }

  /// What lies within the bytes that may be joined keeps the budget, no request is larger, and nothing else changes.
  @Test(arguments: [0, 300_000, 3_000_000]) func theBudgetIsKeptAsFarAsItsBytesReach(joinedBytes: Int) async throws {
    var (kept, exceeded) = (0, 0)
    for seed in seeds(60) {
      var random = SeededRandom(seed: seed)
      let (camera, viewport) = Self.randomView(&random)
      let (bundle, reader) = try await Self.open(Self.archive, joinedBytes: joinedBytes)
      let tiles = try Self.plannedTiles(camera, viewport, bundle).filter { $0.z == 7 }
      let content = try await bundle.tiles(tiles)
      #expect(content.map { $0?.layers.first?.name } == tiles.map { String($0.hilbertID) }, "seed \(seed)")
      let found = tiles.compactMap { Self.archive.tiles[$0] }
      let span = max(ScatteredArchive.span(found.map(\.tile)), ScatteredArchive.span(found.map(\.leaf)))
      if span <= UInt64(joinedBytes) {
        kept += 1
        #expect(reader.requests.count <= 3, "seed \(seed): \(reader.requests)")
      }
      exceeded += reader.requests.count > 3 ? 1 : 0
      let most = max(joinedBytes, Int(JoinedRanges.most))
      #expect(reader.requests.allSatisfy { $0.range.count <= most }, "seed \(seed): \(reader.requests)")
    }
    #expect(exceeded > 0 && (kept > 0 || joinedBytes == 0))
  }

  /// A view whose directories are known may take two requests for its tiles, and does not read more to save one.
  @Test func tilesTakeTheRequestOfDirectoriesThatAreKnown() async throws {
    let (bundle, reader) = try await Self.open(Self.archive, joinedBytes: Self.allOfIt)
    let seam = [(63, 0), (64, 0)].map { TileID(uncheckedZ: 7, x: $0.0, y: $0.1) }
    let beside = [(63, 1), (64, 1)].map { TileID(uncheckedZ: 7, x: $0.0, y: $0.1) }
    _ = try await bundle.tiles(seam)
    #expect(reader.requests.count == 3)
    reader.reset()
    _ = try await bundle.tiles(beside)
    #expect(reader.requests.count == 2 && reader.byteCount < 100, "\(reader.requests)")
  }

  /// A local file has no requests: what is far apart is read apart.
  @Test func localFilesAreNotReadAlong() async throws {
    let counting = CountingRangeReader(MemoryRangeReader(["a": Array(repeating: 7, count: 1_000_000)]))
    let ranges: [Range<UInt64>] = [0..<10, 500_000..<500_010, 999_000..<1_000_000]
    for (reader, requests) in [(LocalReader(base: counting) as any RangeReader, 3), (counting, 1)] {
      counting.reset()
      let file = BundleFile(path: "a", bundle: "", reader: reader)
      let found = await file.bytes(ranges, limit: 2_000_000, requests: 1, joinedBytes: 1_000_000)
      #expect(try found.map { try $0.get().count } == ranges.map(\.count) && counting.requests.count == requests)
    }
  }

  private struct LocalReader: LocalFiles {
    let base: any RangeReader
    func bytes(of path: String, in range: Range<UInt64>) async throws -> [UInt8]? {
      try await base.bytes(of: path, in: range)
    }
    func localPath(of path: String) -> String? { nil }
  }
}
