import Foundation
import MapMath
import OvertileTileArchive
import OvertileVectorTile
import TestSupport
import Testing

@testable import OverlayBundle

/// Whatever happens to the bytes of a bundle, reading everything in it results in values or errors.
@Suite struct DamagedBundleTests {
  @Test(arguments: [
    (Storage(layout: "per-layer", compression: "none"), 250),
    (Storage(format: "directory", layout: "per-layer"), 120),
    (Storage(compression: "none"), 250), (Storage(layout: "single", compression: "gzip"), 250),
    (Storage(format: "directory", layout: "single", compression: "none"), 250),
    (Storage(format: "mbtiles", layout: "single", compression: "gzip"), 80),
  ])
  func anyFileOfABundle(storage: Storage, cases: Int) async throws {
    let built = try BuiltBundle(storage, points: 30, zooms: 0...2)
    let intact = try MemoryRangeReader(folder: built.url)
    DamagedFiles.keep(.bundle, intact.files, .intact, part: "\(storage)")
    for seed in seeds(cases) {
      var random = SeededRandom(seed: seed)
      var damaged = intact
      let name = intact.files.keys.sorted().randomElement(using: &random) ?? ""
      damaged.files[name] = Self.damage(intact.files[name] ?? [], &random)
      var isRead = false
      do {
        isRead = try await Self.readEverything(try await BundleReader(reader: damaged, limits: Self.limits))
      } catch {
        let isKnown = error is BundleError || error is ArchiveError
        #expect(isKnown, "seed \(seed), \(name): \(error)")
      }
      DamagedFiles.keep(
        .bundle, damaged.files, isRead ? .read : .rejected, "seed \(seed), \(name)", part: "\(storage)")
    }
  }

  /// Without compression there is no checksum: damage reaches the directories and the tiles.
  @Test func plainArchives() async throws {
    let built = try BuiltBundle(Storage(layout: "single", compression: "none"), points: 30, zooms: 0...2)
    var entries: [PMTilesEntry] = []
    var blobs: [UInt8] = []
    let reader = try PMTilesReader(path: built.url.appendingPathComponent("tiles.pmtiles").path)
    try reader.forEachEntry { entry in
      let blob = try reader.blob(entry)
      entries.append(
        PlainArchive.entry(entry.tileID, at: UInt64(blobs.count), length: blob.count, run: entry.runLength))
      blobs += blob
    }
    let leaf = PMTilesDirectory.encode(entries[(entries.count / 2)...])
    let pointer = PlainArchive.entry(entries[entries.count / 2].tileID, at: 0, length: leaf.count, run: 0)
    var archive = PlainArchive(entries[..<(entries.count / 2)] + [pointer], leaves: leaf, tileData: blobs)
    archive.metadata = try reader.metadataJSON()
    archive.layOut()
    let intact = archive.bytes
    DamagedFiles.keep(.archive, intact, .intact)
    for seed in seeds(1500) {
      var random = SeededRandom(seed: seed)
      let bytes = Self.damage(intact, &random, within: Bool.random(using: &random) ? 400 : .max)
      var isRead = false
      var reason = ""
      do {
        isRead = try await Self.readEverything(
          BundleReader(
            archive: "a.pmtiles", reader: MemoryRangeReader(["a.pmtiles": bytes]), limits: Self.limits))
      } catch {
        #expect(error is BundleError, "seed \(seed): \(error)")
        reason = "\(error)"
      }
      DamagedFiles.keep(.archive, bytes, isRead ? .read : .rejected, "seed \(seed) \(reason)")
    }
  }

  private static var limits: BundleLimits {
    var limits = BundleLimits()
    (limits.tileBytes, limits.directoryBytes, limits.metadataBytes) = (1 << 20, 1 << 18, 1 << 18)
    return limits
  }

  /// Changes some bytes, cuts off the end, or writes over a part.
  private static func damage(_ intact: [UInt8], _ random: inout SeededRandom, within: Int = .max) -> [UInt8] {
    var bytes = intact
    guard !bytes.isEmpty else { return bytes }
    let end = min(within, bytes.count)
    switch Int.random(in: 0..<6, using: &random) {
    case 0: bytes.removeLast(Int.random(in: 0...bytes.count, using: &random))
    case 1:
      let start = Int.random(in: 0..<end, using: &random)
      let extremes: [UInt8] = [0, 0xFF, 0x80, 0x7F]
      let value: UInt8 = extremes.randomElement(using: &random) ?? 0
      let stop = min(end, start + Int.random(in: 1...12, using: &random))
      for index in start..<stop { bytes[index] = value }
    default:
      for _ in 0..<Int.random(in: 1...6, using: &random) {
        bytes[Int.random(in: 0..<end, using: &random)] = UInt8.random(in: 0...255, using: &random)
      }
    }
    return bytes
  }

  /// Reads every tile of zooms 0 to 2 and all members; errors other than the known ones are rethrown. True if there was
  /// no error at all.
  private static func readEverything(_ bundle: BundleReader) async throws -> Bool {
    var isRead = true
    func tolerating(_ body: () async throws -> Void) async throws {
      do { try await body() } catch  where error is BundleError || error is ArchiveError { isRead = false }
    }
    for id in 0..<TileID.firstHilbertID(zoom: 3) {
      guard let tile = TileID(hilbertID: id) else { continue }
      try await tolerating { _ = try await bundle.tile(tile) }
    }
    guard let members = try await bundle.members(of: "towns") else { return isRead }
    for feature in try await bundle.tile(TileID(uncheckedZ: 0, x: 0, y: 0))?.layers.flatMap(\.features) ?? [] {
      guard let id = feature.id else { continue }
      try await tolerating { _ = try await members.children(of: id) }
      try await tolerating { _ = try await members.leaves(of: id, limit: .max) }
    }
    return isRead
  }
}
