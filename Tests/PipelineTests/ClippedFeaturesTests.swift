import Foundation
import MapMath
import TestSupport
import Testing

@testable import OvertilePipeline

/// Clipped features are in the same order with and without files.
@Suite final class ClippedFeaturesTests {
  private let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)

  init() throws { try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true) }

  deinit { try? FileManager.default.removeItem(at: folder) }

  private struct Clipped: Equatable {
    var tile: UInt64
    var overlay: Int
    var part: UInt8
    var geometry: TileGeometry
  }

  private static func geometry(_ random: inout SeededRandom) -> TileGeometry {
    var geometry = TileGeometry(kind: [.points, .lines, .polygons].randomElement(using: &random) ?? .points)
    for _ in 0..<Int.random(in: 0...3, using: &random) {
      for _ in 0..<Int.random(in: 1...50, using: &random) {
        geometry.x.append(Int32.random(in: .min ... .max, using: &random))
        geometry.y.append(Int32.random(in: -5000...5000, using: &random))
      }
      geometry.partEnds.append(geometry.x.count)
    }
    return geometry
  }

  /// The results of some jobs, each of some overlays in any order; some are very large.
  private static func jobs(_ random: inout SeededRandom) -> [[Clipped]] {
    var overlays = (0..<12_000).map { $0 }
    if Bool.random(using: &random) { overlays.shuffle(using: &random) }
    return (0..<8).map { _ in
      var job: [Clipped] = []
      var overlay = overlays.removeLast()
      for _ in 0..<[0, 3, 200, 2500].randomElement(using: &random)! {
        if Bool.random(using: &random) { overlay = overlays.removeLast() }
        let tile = TileID(uncheckedZ: 4, x: .random(in: 0..<16, using: &random), y: .random(in: 0..<16, using: &random))
        job.append(
          Clipped(
            tile: tile.hilbertID, overlay: overlay, part: .random(in: 0...3, using: &random),
            geometry: geometry(&random)))
      }
      return job
    }
  }

  private func made(_ jobs: [[Clipped]], _ spill: ClippedFeatureSpill?) throws -> ClippedFeatures {
    var all = ClippedFeatures(spill)
    for job in jobs {
      var part = ClippedFeatures(spill)
      for clippedFeature in job {
        try part.append(
          clippedFeature.geometry, of: UInt32(clippedFeature.overlay), part: clippedFeature.part,
          in: try #require(TileID(hilbertID: clippedFeature.tile)))
      }
      try all.append(part)
    }
    return all
  }

  @Test(arguments: [false, true]) func comeBackInTileOrder(inFiles: Bool) throws {
    for seed in seeds(4) {
      var random = SeededRandom(seed: seed)
      let jobs = Self.jobs(&random)
      let watch = MemoryWatch(inFiles ? MemoryBound(bytes: MemoryBound.programBytes) : nil)
      watch.spill(into: folder)
      // A budget that makes runs of some hundred clipped features.
      let spill = try ClippedFeatureSpill(watch, budget: 1 << 16)
      #expect((spill == nil) == !inFiles)
      var clippedFeatures = try made(jobs, spill)
      let flat = jobs.flatMap { $0 }
      let isShown = clippedFeatures.isShown(count: 12_000)
      try clippedFeatures.finish()
      #expect(isShown.count { $0 } == Set(flat.map(\.overlay)).count, "seed \(seed)")
      #expect(clippedFeatures.count == flat.count && clippedFeatures.tiles.count == flat.count, "seed \(seed)")
      #expect(clippedFeatures.tiles.distinctCount == Set(flat.map(\.tile)).count, "seed \(seed)")
      let order = flat.indices.sorted {
        (flat[$0].tile, flat[$0].overlay, $0) < (flat[$1].tile, flat[$1].overlay, $1)
      }.map { flat[$0] }
      var found: [Clipped] = []
      let tiles = try clippedFeatures.tiles.tiles(0..<clippedFeatures.count)
      try clippedFeatures.forEach(0..<clippedFeatures.count) { overlay, part, geometry in
        found.append(Clipped(tile: tiles[found.count], overlay: overlay, part: part, geometry: geometry))
      }
      #expect(found == order, "seed \(seed)")
      for tile in Set(tiles) {
        let bound = try clippedFeatures.tiles.lowerBound(tile, from: 0)
        #expect(bound == tiles.firstIndex(of: tile), "seed \(seed)")
      }
    }
  }
}
