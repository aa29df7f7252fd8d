import Foundation
import MapMath
import OverlayBundle
import OvertileVectorTile

/// Measures how long an app waits for a bundle: opening it, tiles that are not in the cache and tiles that are, viewports.
///
///     ReadingBench BUNDLE TILES
///
/// TILES is a file with a tile a line, z/x/y, that the bundle holds. Prints a line per query, "name: count, p50
/// microseconds, p99 microseconds, features". The tiles of a cold run are requested once each, from a bundle just
/// opened; the pages of the files themselves may be in the system's cache.
@main
enum ReadingBench {
  static func main() async throws {
    let words = CommandLine.arguments
    guard words.count == 3 else {
      print("usage: ReadingBench BUNDLE TILES")
      exit(64)
    }
    let folder = URL(fileURLWithPath: words[1])
    let tiles = try tiles(in: words[2])
    try await openings(folder)
    let bundle = try await BundleReader(folder: folder)
    try await measure("tile, cold", tiles) { try await bundle.tile($0)?.featureCount ?? 0 }
    let few = Array(tiles.prefix(200))
    for tile in few { _ = try await bundle.tile(tile) }
    try await measure("tile, warm", few) { try await bundle.tile($0)?.featureCount ?? 0 }
    let second = try await BundleReader(folder: folder)
    try await measure("overlays of a tile, cold", tiles) { try await second.overlays(of: $0).count }
    let third = try await BundleReader(folder: folder)
    try await viewports("viewport, cold", third, tiles)
    try await viewports("viewport, warm", third, tiles)
  }

  private static func tiles(in file: String) throws -> [TileID] {
    try String(contentsOfFile: file, encoding: .utf8).split(separator: "\n").compactMap { line in
      let parts = line.split(separator: "/").compactMap { Int($0) }
      return parts.count == 3 ? TileID(z: parts[0], x: parts[1], y: parts[2]) : nil
    }
  }

  private static func openings(_ folder: URL) async throws {
    try await measure("open", Array(0..<300)) { _ in try await BundleReader(folder: folder).manifest.layers.count }
  }

  /// Phone views over the first tiles, turned, half of them pitched.
  private static func viewports(_ name: String, _ bundle: BundleReader, _ tiles: [TileID]) async throws {
    let cameras = tiles.prefix(300).enumerated().map { index, tile in
      Camera(
        center: tile.mapRect.center.coordinate, zoom512: Double(tile.z) + 0.4, bearing: Double(index * 37 % 360),
        pitch: index % 2 == 0 ? 0 : 45)
    }
    let viewport = MapViewport(width: 390, height: 844)
    try await measure(name, cameras) { try await bundle.overlays(seenFrom: $0, in: viewport).overlays.count }
  }

  private static func measure<Item: Sendable>(
    _ name: String, _ items: [Item], _ work: @Sendable (Item) async throws -> Int
  ) async throws {
    var times: [Double] = []
    var features = 0
    let clock = ContinuousClock()
    for item in items {
      let start = clock.now
      features += try await work(item)
      let (seconds, attoseconds) = (clock.now - start).components
      times.append(Double(seconds) * 1e6 + Double(attoseconds) / 1e12)
    }
    times.sort()
    let middle = times[times.count / 2]
    let late = times[times.count * 99 / 100]
    print("\(name): \(times.count), p50 \(rounded(middle)) us, p99 \(rounded(late)) us, \(features) features")
  }

  private static func rounded(_ microseconds: Double) -> String { String(format: "%.1f", microseconds) }
}

extension DecodedTile {
  fileprivate var featureCount: Int { layers.reduce(0) { $0 + $1.features.count } }
}
