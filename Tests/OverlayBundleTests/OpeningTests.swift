import Foundation
import MapMath
import OverlayBundle
import TestSupport
import Testing

/// Opening reads the manifest, and files when they are needed; each request costs the ranges that hold its data.
@Suite struct OpeningTests {
  @Test func openingReadsTheManifestAndFilesOpenWhenTheyAreNeeded() async throws {
    let (built, tiles) = (try BuiltBundle(), try BuiltBundle(Storage(format: "directory"), points: 20))
    let folder = CountingRangeReader(FolderRangeReader(tiles.url))
    let counting = CountingRangeReader(FolderRangeReader(built.url))
    let bundle = try await BundleReader(reader: counting)
    _ = try await BundleReader(reader: folder)
    #expect((counting.requests + folder.requests).map(\.path) == ["bundle.json", "bundle.json"])
    for _ in 0..<2 {
      for zoom in 0...4 { _ = try await bundle.tile(TileID(uncheckedZ: UInt8(zoom), x: 0, y: 0)) }
      #expect(try await bundle.members(of: "towns") != nil)
    }
    for file in bundle.manifest.files {
      let header = 0..<UInt64(file.path.hasSuffix(".pmtiles") ? 16_384 : 112)
      let requests = counting.requests.filter { $0.path == file.path && $0.range.lowerBound == 0 }
      #expect(requests.map(\.range) == [header], "\(file.path)")
    }
  }

  /// What lies in the first 16 KiB of an archive came with its header.
  @Test func aTileTakesOneReadAtMostAndAGivenOneNone() async throws {
    let built = try BuiltBundle()
    let counting = CountingRangeReader(FolderRangeReader(built.url))
    let bundle = try await BundleReader(reader: counting)
    for zoom in 0...4 { _ = try await bundle.tile(TileID(uncheckedZ: UInt8(zoom), x: 0, y: 0)) }
    var reads = 0
    for tile in try built.plainTiles().keys.sorted() {
      counting.reset()
      _ = try await bundle.tile(tile)
      let isOfItsZoom = counting.requests.allSatisfy {
        $0.range.upperBound > 16_384 && $0.path == "z0\(tile.z).pmtiles"
      }
      #expect(counting.requests.count <= 1 && isOfItsZoom, "\(tile)")
      reads += counting.requests.count
      counting.reset()
      _ = try await bundle.tile(tile)
      #expect(counting.requests.isEmpty, "\(tile) is in the cache")
    }
    #expect(reads > 0)
    counting.reset()
    #expect(try await bundle.tile(TileID(uncheckedZ: 30, x: 0, y: 0)) == nil)
    #expect(counting.requests.isEmpty)
  }

  @Test func databasesAreCopiedUpToALimit() async throws {
    let built = try BuiltBundle(Storage(format: "mbtiles", layout: "single", compression: "gzip"))
    var limits = BundleLimits()
    limits.copiedBytes = 1000
    // Local files are not copied.
    _ = try await BundleReader(folder: built.url, limits: limits)
    let copied = try await BundleReader(reader: CountingRangeReader(FolderRangeReader(built.url)), limits: limits)
    await #expect(throws: BundleError.self) { try await copied.tile(TileID(uncheckedZ: 0, x: 0, y: 0)) }
  }

  /// A tile of several archives is read from all of them at once, and is one value in the cache.
  @Test func archivesOfLayersAreReadTogether() async throws {
    let built = try BuiltBundle(Storage(layout: "per-layer"))
    let counting = CountingRangeReader(FolderRangeReader(built.url))
    let bundle = try await BundleReader(reader: counting)
    let whole = TileID(uncheckedZ: 1, x: 0, y: 0)
    let tile = try #require(try await bundle.tile(whole))
    #expect(tile.layers.map(\.name) == bundle.manifest.layers.map(\.id))
    counting.reset()
    _ = try await bundle.tile(whole)
    #expect(counting.requests.isEmpty)
    // Zoom 0 has only two of the layers.
    #expect(try await bundle.tile(TileID(uncheckedZ: 0, x: 0, y: 0))?.layers.map(\.name) == ["towns", "rings"])
  }

  @Test func filesOfLayersThatContradictEachOther() async throws {
    let built = try BuiltBundle(Storage(layout: "per-layer"))
    try DamagedFiles.keep(.bundle, try DamagedFiles.files(below: built.url), .intact)
    let manifest = try BundleManifest(bundle: built.url)
    let index = try #require(manifest.files.firstIndex { $0.role == "tiles" })
    #expect(manifest.files[index].layer == "areas")
    for (layer, words) in [
      ("other", "not exist"), ("towns", "two files contain"), (nil, "two files contain"),
    ] {
      var changed = manifest
      changed.files[index].layer = layer
      try changed.encoded().write(to: built.url.appendingPathComponent("bundle.json"))
      try DamagedFiles.keep(.bundle, try DamagedFiles.files(below: built.url), .rejected, words)
      let error = await #expect(throws: BundleError.self) { try await BundleReader(folder: built.url) }
      #expect(error.map { "\($0)".contains(words) } == true)
    }
  }

  @Test func anArchiveThatIsMissingIsNamed() async throws {
    let built = try BuiltBundle()
    try DamagedFiles.keep(.bundle, try DamagedFiles.files(below: built.url), .intact)
    try FileManager.default.removeItem(at: built.url.appendingPathComponent("z03.pmtiles"))
    try DamagedFiles.keep(.bundle, try DamagedFiles.files(below: built.url), .rejected, "z03.pmtiles is missing")
    let error = await #expect(throws: BundleError.self) { try await BundleReader(folder: built.url) }
    #expect(error.map { "\($0)".contains("z03.pmtiles is damaged: the file is missing") } == true)
    let (folder, archive) = (built.url.appendingPathComponent("none"), built.url.appendingPathComponent("no.pmtiles"))
    await #expect(throws: BundleError.self) { try await BundleReader(folder: folder) }
    await #expect(throws: BundleError.self) { try await BundleReader(archive: archive) }
  }

  /// A bundle that is replaced while it is open stays the old one.
  @Test func anOpenBundleStaysWhatItWas() async throws {
    let built = try BuiltBundle(points: 60)
    let expected = try built.plainTiles()
    let bundle = try await BundleReader(folder: built.url)
    try FileManager.default.removeItem(at: built.url)
    try await expect(bundle, expected)
  }

  private func expect(_ bundle: BundleReader, _ tiles: [TileID: [UInt8]]) async throws {
    for (tile, bytes) in tiles {
      let isSame = try await bundle.tileBytes(tile) == bytes
      #expect(isSame, "\(tile)")
    }
  }

  /// A reader that has begun with one bundle never reads from another that replaces it.
  @Test(arguments: [Storage(), Storage(format: "mbtiles", compression: "gzip"), Storage(format: "directory")])
  func aReplacedBundleIsNotMixedWithTheNewOne(storage: Storage) async throws {
    let (built, other) = (try BuiltBundle(storage, points: 60), try BuiltBundle(storage, seed: 2, points: 60))
    let expected = try built.plainTiles()
    let reader = FolderRangeReader(built.url)
    #expect(try await reader.bytes(of: BundleManifest.fileName, in: 0..<1) == [UInt8(ascii: "{")])
    try FileManager.default.moveItem(at: built.url, to: built.url.appendingPathExtension("old"))
    try FileManager.default.moveItem(at: other.url, to: built.url)
    let bundle = try await BundleReader(reader: reader)
    try await expect(bundle, expected)
    let fresh = try await BundleReader(folder: built.url)
    #expect(fresh.manifest.digest != bundle.manifest.digest)
  }

  /// A tile that has gone with its bundle is an error, a tile that the bundle never had is none.
  @Test func aRemovedBundleHasNoEmptyTiles() async throws {
    let built = try BuiltBundle(Storage(format: "directory"))
    let tile = try #require(try built.plainTiles().keys.first)
    let bundle = try await BundleReader(folder: built.url)
    let paths = try FileManager.default.subpathsOfDirectory(atPath: built.url.path)
    let path = try #require(paths.first { $0.hasSuffix("/\(tile).pbf") })
    try FileManager.default.removeItem(at: built.url.appendingPathComponent(path))
    #expect(try await bundle.tileBytes(tile) == nil)
    try FileManager.default.removeItem(at: built.url.appendingPathComponent(BundleManifest.fileName))
    await #expect(throws: BundleError.replaced(built.url.path)) { try await bundle.tileBytes(tile) }
  }

  @Test func pathsDoNotLeaveTheBundle() async throws {
    let built = try BuiltBundle(points: 20)
    try DamagedFiles.keep(.bundle, try DamagedFiles.files(below: built.url), .intact)
    var manifest = try BundleManifest(bundle: built.url)
    for path in ["../out/z00.pmtiles", "/etc/passwd", "a/../../b", "", ".", "a//b", "a\\b", "a\0b"] {
      manifest.files[1].path = path
      try manifest.encoded().write(to: built.url.appendingPathComponent(BundleManifest.fileName))
      try DamagedFiles.keep(.bundle, try DamagedFiles.files(below: built.url), .rejected, path)
      await #expect(throws: BundleError.self, "\(path)") { try await BundleReader(folder: built.url) }
      let isRead = try await FolderRangeReader(built.url).bytes(of: path, in: 0..<10) != nil
      #expect(!isRead && !BundlePath.isSafe(path), "\(path)")
    }
  }
}
