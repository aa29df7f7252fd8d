import MapMath
import OvertileCore
import OvertileVectorTile
import TestSupport
import Testing

@testable import OvertileLayers
@testable import OvertileReading

@Suite struct ClippedFeaturesTests {
  private struct Clipped {
    var tile: UInt64
    var overlay: Int
    var part: UInt8
    var geometry: TileGeometry

    /// As it comes back.
    var found: Found {
      var bytes: Column<UInt8> = []
      geometry.encode(to: &bytes)
      return Found(tile: tile, overlay: overlay, part: part, geometry: Array(bytes))
    }
  }

  private struct Found: Equatable {
    var tile: UInt64
    var overlay: Int
    var part: UInt8
    var geometry: [UInt8]
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

  private func made(_ jobs: [[Clipped]]) throws -> ClippedFeatures {
    var all = ClippedFeatures(BuildReport.ZoomCounts(zoom: 31))
    for job in jobs {
      var part = ClippedFeatures(BuildReport.ZoomCounts(zoom: 31))
      for clippedFeature in job {
        part.append(
          clippedFeature.geometry, of: UInt32(clippedFeature.overlay), part: clippedFeature.part,
          in: try #require(TileID(hilbertID: clippedFeature.tile)))
      }
      all.append(part)
    }
    return all
  }

  @Test func comeBackInTileOrder() throws {
    for seed in seeds(4) {
      var random = SeededRandom(seed: seed)
      let jobs = Self.jobs(&random)
      var clippedFeatures = try made(jobs)
      let flat = jobs.flatMap { $0 }
      let isShown = clippedFeatures.isShown(count: 12_000)
      clippedFeatures.finish()
      #expect(isShown.count { $0 } == Set(flat.map(\.overlay)).count, "seed \(seed)")
      #expect(clippedFeatures.count == flat.count && clippedFeatures.tiles.count == flat.count, "seed \(seed)")
      #expect(clippedFeatures.tiles.distinctCount == Set(flat.map(\.tile)).count, "seed \(seed)")
      let order = flat.indices.sorted {
        (flat[$0].tile, flat[$0].overlay, $0) < (flat[$1].tile, flat[$1].overlay, $1)
      }.map { flat[$0].found }
      var found: [Found] = []
      let tiles = clippedFeatures.tiles
      clippedFeatures.forEach(0..<clippedFeatures.count) { overlay, part, geometry in
        found.append(Found(tile: tiles[found.count], overlay: overlay, part: part, geometry: Array(geometry)))
      }
      #expect(found == order, "seed \(seed)")
      for tile in Set(tiles) {
        let bound = clippedFeatures.tiles.lowerBound(tile, from: 0)
        #expect(bound == tiles.firstIndex(of: tile), "seed \(seed)")
      }
    }
  }
}
