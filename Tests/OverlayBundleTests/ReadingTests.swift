import Foundation
import MapMath
import OvertileTileArchive
import OvertileVectorTile
import Testing

@testable import OverlayBundle

/// The pipeline's output is what an app reads, however it is stored and wherever it comes from.
@Suite struct ReadingTests {
  /// The tiles of the same features, which every container must have.
  private static let expected = Result {
    try BuiltBundle(Storage(layout: "single")).plainTiles().mapValues { try TileDecoder.decode($0) }
  }

  @Test(arguments: Storage.all) func everyTileIsTheOneThatWasWritten(storage: Storage) async throws {
    let built = try BuiltBundle(storage)
    let stored = try built.plainTiles()
    let expected = try Self.expected.get()
    #expect(Set(stored.keys) == Set(expected.keys) && stored.count > 100)
    let folder = try await BundleReader(folder: built.url)
    let ranges = try await BundleReader(reader: CountingRangeReader(FolderRangeReader(built.url)))
    for bundle in [folder, ranges] {
      #expect(try bundle.manifest == BundleManifest(bundle: built.url) && bundle.attribution == "Made & random")
      for zoom in 0...5 {
        for x in 0..<1 << zoom {
          for y in 0..<1 << zoom {
            let tile = try #require(TileID(z: zoom, x: x, y: y))
            // The second time from the cache.
            let (first, second) = (try await bundle.tile(tile), try await bundle.tile(tile))
            let areSameBytes = try await bundle.tileBytes(tile) == stored[tile]
            #expect([first, second] == [expected[tile], expected[tile]] && areSameBytes, "\(tile)")
          }
        }
      }
      // All of zooms 0 to 5 at once, so that each container is read once.
      bundle.removeCachedValues()
      let all = (0..<UInt64(1365)).reversed().compactMap { TileID(hilbertID: $0) }
      let areSame = try await bundle.tiles(all) == all.map { expected[$0] }
      #expect(areSame)
    }
  }

  @Test func whatIsNoTileHasNoValue() async throws {
    let built = try BuiltBundle(points: 20)
    let bundle = try await BundleReader(folder: built.url)
    for tile in [
      TileID(uncheckedZ: 31, x: 5, y: 5), TileID(uncheckedZ: 32, x: 0, y: 0), TileID(uncheckedZ: 255, x: .max, y: .max),
      TileID(uncheckedZ: 0, x: 1, y: 0), TileID(uncheckedZ: 2, x: 0, y: 4),
    ] {
      let isThere = try await bundle.tile(tile) != nil
      #expect(try await bundle.tileBytes(tile) == nil && !isThere)
    }
    #expect(try await bundle.members(of: "rings") == nil)
  }

  @Test(arguments: [Storage(layout: "single"), Storage(format: "mbtiles", layout: "single", compression: "gzip")])
  func aSingleArchiveNeedsNoManifest(storage: Storage) async throws {
    let built = try BuiltBundle(storage)
    let whole = try await BundleReader(folder: built.url)
    let file = built.url.appendingPathComponent("tiles.\(storage.format)")
    let local = try await BundleReader(archive: file)
    let ranges = try await BundleReader(
      archive: "tiles.\(storage.format)", reader: CountingRangeReader(FolderRangeReader(built.url)))
    for bundle in [local, ranges] {
      let manifest = bundle.manifest
      #expect([manifest.name, manifest.attribution] == ["Built", whole.attribution])
      #expect(manifest.minzoom == 0 && manifest.maxzoom == 4 && manifest.layers[2].minzoom == 1)
      let isSame = manifest.layers.map(\.fields) == whole.manifest.layers.map(\.fields)
      #expect(isSame && manifest.layers.map(\.id) == ["towns", "rings", "areas"])
      let (bounds, wanted) = (try #require(manifest.bounds), try #require(whole.manifest.bounds))
      #expect(zip(bounds, wanted).allSatisfy { abs($0 - $1) < 1e-6 })
      for tile in try built.plainTiles().keys {
        let isSame = try await bundle.tile(tile) == whole.tile(tile)
        #expect(isSame, "\(tile)")
      }
    }
  }
}
