import Foundation
import MapMath
import TestSupport

@testable import OvertileTileArchive
@testable import OvertileTileArchiveWriting

/// A folder of a test's own, removed with it.
final class Scratch {
  private let base: ScratchFolder
  var folder: URL { base.url }

  init() throws { base = try ScratchFolder() }

  func path(_ name: String) -> String { folder.appendingPathComponent(name).path }

  func bytes(_ name: String) throws -> [UInt8] { Array(try Data(contentsOf: folder.appendingPathComponent(name))) }

  /// The names in the folder.
  var names: [String] { get throws { try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted() } }
}

/// A tile and its bytes.
struct StoredTile {
  let id: TileID
  let bytes: [UInt8]

  init(_ id: TileID, _ bytes: [UInt8]) { (self.id, self.bytes) = (id, bytes) }

  /// Random tiles in ascending order: sparse and dense regions, runs of equal tiles and repeats far apart.
  static func random(
    _ count: Int, gzipped: Bool = false, _ random: inout SeededRandom
  ) throws -> [StoredTile] {
    var compressor = try GzipCompressor()
    var tiles: [StoredTile] = []
    var id: UInt64 = 0
    var blob: [UInt8] = gzipped ? try compressor.compress([1]) : [1]
    while tiles.count < count, let tile = TileID(hilbertID: id) {
      if Int.random(in: 0..<4, using: &random) > 0 {
        let size = Int.random(in: 1...40, using: &random)
        blob = (0..<size).map { _ in UInt8.random(in: 0...(size < 4 ? 3 : 255), using: &random) }
        if gzipped { blob = try compressor.compress(blob) }
      }
      tiles.append(StoredTile(tile, blob))
      id += Int.random(in: 0..<3, using: &random) == 0 ? UInt64.random(in: 2...9, using: &random) : 1
      // Some twenty leaps, which reach the high zooms.
      if Int.random(in: 0..<max(count, 20), using: &random) < 20 {
        id += UInt64.random(in: 1...max(id * 2, 2), using: &random)
      }
    }
    return tiles
  }
}

extension TileArchiveWriter {
  /// Writes all tiles and ends.
  @discardableResult
  func write(_ tiles: [StoredTile], _ summary: ArchiveSummary = .example) throws -> ArchiveStatistics {
    for tile in tiles { try append(tile.id, tile.bytes) }
    return try finish(summary)
  }
}

extension ArchiveSummary {
  static var example: ArchiveSummary {
    var summary = ArchiveSummary(
      name: "Fiji \"quakes\"", minZoom: 0, maxZoom: 12,
      bounds: [-0.29, -38.5900001, 1.0, 0.57], center: [178.1234567, -20.1, 5])
    summary.description = "Erdbeben\nan der Küste"
    summary.attribution = "© somebody"
    summary.vectorLayers = [
      VectorLayer(
        id: "quakes", fields: ["place": .string, "mag": .number, "felt": .boolean], minZoom: 0, maxZoom: 12,
        description: "d")
    ]
    return summary
  }
}
