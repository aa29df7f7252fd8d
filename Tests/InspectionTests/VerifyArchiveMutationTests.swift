import Foundation
import MapMath
import OvertileBundleFormat
import OvertileTileArchive
import OvertileTileArchiveWriting
import Testing

@testable import OvertileInspection

/// Archives that are wrong in one way, in a bundle whose digests fit them.
@Suite struct VerifyArchiveMutationTests {
  private static let file = "tiles.pmtiles"
  private let scenario: VerifyScenario

  init() throws {
    scenario = try VerifyScenario()
    try scenario.build(
      VerifyScenario.features(), layers: VerifyScenario.layers, output: "layout: single, compression: none")
  }

  private func codes(_ change: (inout RawArchive) throws -> Void) throws -> Set<FindingCode> {
    var archive = try RawArchive(path: scenario.url(Self.file).path)
    try change(&archive)
    try scenario.replace(Self.file, archive.bytes)
    try scenario.reseal()
    return try scenario.codes()
  }

  @Test func headers() throws {
    let changes: [(FindingCode, (inout PMTilesHeader) -> Void)] = [
      (.archiveClustered, { $0.isClustered = false }), (.archiveCount, { $0.addressedTiles += 1 }),
      (.archiveCount, { $0.tileEntries = 0 }), (.archiveCount, { $0.tileContents -= 1 }),
      (.archiveZooms, { $0.maxZoom = 9 }), (.archiveBounds, { $0.boundsE7[2] -= 1 }),
      (.archiveBounds, { $0.centerE7[1] += 1 }), (.archiveBounds, { $0.centerZoom += 1 }),
      (.archiveMetadata, { $0.tileType = 2 }), (.archiveCompression, { $0.tileCompression = 2 }),
    ]
    for (number, (code, change)) in changes.enumerated() {
      let codes = try codes { $0.changeHeader = change }
      #expect(codes.contains(code), "change \(number): \(codes)")
    }
  }

  @Test func layout() throws {
    #expect(try codes { $0.gap = 3 } == [.archiveSection] && codes { $0.unused = 3 } == [.archiveSection])
    #expect(
      try codes {
        $0.tiles.swapAt(0, $0.tiles.count - 1)
        $0.tiles.swapAt(0, $0.tiles.count - 1)
      } == [])
  }

  @Test func metadata() throws {
    let texts = [("Test", "Toast"), ("overlay", "baselayer"), ("Number", "String")]
    for (old, new) in texts {
      let codes = try codes { archive in
        let text = String(decoding: archive.metadata, as: UTF8.self)
        archive.metadata = Array(text.replacingOccurrences(of: old, with: new).utf8)
      }
      #expect(codes == [.archiveMetadata], "\(old)")
    }
  }

  @Test func bytesAfterTheEnd() throws {
    try scenario.change(Self.file) { $0.append(0) }
    #expect(try scenario.codes() == [.archiveSection])
  }

  @Test func mbtiles() throws {
    let scenario = try VerifyScenario()
    try scenario.build(
      VerifyScenario.features(), layers: VerifyScenario.layers, output: "layout: single, format: mbtiles")
    let reader = try MBTilesReader(path: scenario.url("tiles.mbtiles").path)
    var tiles: [(TileID, [UInt8])] = []
    try reader.forEachTile { tiles.append(($0, $1)) }
    tiles.sort { $0.0 < $1.0 }
    let writer = try MBTilesWriter(path: scenario.url("other").path)
    for (tile, bytes) in tiles.dropLast() { try writer.append(tile, bytes) }
    let summary = ArchiveSummary(
      name: "Other", minZoom: 0, maxZoom: 9, bounds: [0, 0, 1, 1], center: [0, 0, 0])
    _ = try writer.finish(summary)
    try FileManager.default.removeItem(at: scenario.url("tiles.mbtiles"))
    try FileManager.default.moveItem(at: scenario.url("other"), to: scenario.url("tiles.mbtiles"))
    try scenario.reseal()
    #expect(try scenario.codes().isSuperset(of: [.archiveMetadata, .archiveBounds, .archiveCount, .layerCounts]))
    try scenario.change("tiles.mbtiles") {
      $0.replaceSubrange(4096..<8192, with: [UInt8](repeating: 0xAA, count: 4096))
    }
    let codes = try scenario.codes()
    #expect(codes.contains(.archiveDatabase) || codes.contains(.archiveUnreadable))
  }

  @Test func folders() throws {
    let scenario = try VerifyScenario()
    try scenario.build(VerifyScenario.features(), layers: VerifyScenario.layers, output: "format: directory")
    let intact = try scenario.bytes("tiles/2/0/1.pbf")
    try scenario.replace("tiles/2/0/1.pbf", [1])
    #expect(try scenario.codes().isSuperset(of: [.fileSize, .tileUnreadable]))
    try scenario.replace("tiles/2/0/1.pbf", intact)
    try FileManager.default.removeItem(at: scenario.url("tiles/metadata.json"))
    try scenario.reseal()
    #expect(try scenario.codes() == [.archiveMetadata, .archiveBounds])
  }
}
