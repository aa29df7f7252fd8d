import Foundation
import MapMath
import OverlayBundle
import OvertileVectorTile

/// Measures how long an app waits for a bundle: opening it, tiles that are not in the cache and tiles that are, viewports.
///
///     ReadingBench BUNDLE TILES [runs]
///
/// TILES is a file with a tile a line, z/x/y, that the bundle holds. Prints a line per query, "name: count, p50
/// microseconds, p99 microseconds, features". The tiles of a cold run are requested once each, from a bundle just
/// opened; the pages of the files themselves may be in the system's cache. With several runs a query's time is the least of
/// them, each from a bundle just opened: on a busy machine the time of one run is often that of other programs.
@main
enum ReadingBench {
  static func main() async throws {
    let words = CommandLine.arguments
    guard words.count == 3 || words.count == 4, let runs = words.count == 3 ? 1 : Int(words[3]), runs > 0 else {
      print("usage: ReadingBench BUNDLE TILES [runs]")
      exit(64)
    }
    let folder = URL(fileURLWithPath: words[1])
    let tiles = try tiles(in: words[2])
    let views = cameras(tiles)
    try await measure("open", Array(0..<300), runs, folder) { _, _ in
      try await BundleReader(folder: folder).manifest.layers.count
    }
    try await measure("tile, cold", tiles, runs, folder) { try await $0.tile($1)?.featureCount ?? 0 }
    try await measure("tile, warm", Array(tiles.prefix(200)), runs, folder, isWarm: true) {
      try await $0.tile($1)?.featureCount ?? 0
    }
    try await measure("overlays of a tile, cold", tiles, runs, folder) { try await $0.overlays(of: $1).count }
    let viewport = MapViewport(width: 390, height: 844)
    for isWarm in [false, true] {
      try await measure("viewport, \(isWarm ? "warm" : "cold")", views, runs, folder, isWarm: isWarm) {
        try await $0.overlays(seenFrom: $1, in: viewport).overlays.count
      }
    }
    try await countRequests(views, viewport, folder)
  }

  /// The requests of each view from a bundle just opened, by archive, with the one that opened the archive: as from a server, so
  /// with joins that local files do not need.
  private static func countRequests(_ views: [Camera], _ viewport: MapViewport, _ folder: URL) async throws {
    var counts: [Int] = []
    var bytes: [Int] = []
    for view in views {
      let reader = CountedReader(folder)
      let bundle = try await BundleReader(reader: reader)
      await reader.reset()
      _ = try await bundle.overlays(seenFrom: view, in: viewport)
      let received = await reader.received
      counts.append(1 + (received.values.map(\.count).max() ?? 0))
      bytes.append(received.values.joined().reduce(0, +))
    }
    let all = Dictionary(grouping: counts, by: { $0 }).sorted { $0.key < $1.key }
    let text = all.map { "\($0.value.count) of \($0.key)" }.joined(separator: ", ")
    bytes.sort()
    let (middle, late) = (bytes[bytes.count / 2], bytes[bytes.count * 99 / 100])
    print("requests an archive, first view: \(text); bytes p50 \(middle), p99 \(late), most \(bytes.last ?? 0)")
  }

  private static func tiles(in file: String) throws -> [TileID] {
    try String(contentsOfFile: file, encoding: .utf8).split(separator: "\n").compactMap { line in
      let parts = line.split(separator: "/").compactMap { Int($0) }
      return parts.count == 3 ? TileID(z: parts[0], x: parts[1], y: parts[2]) : nil
    }
  }

  /// Phone views over the first tiles, turned, half of them pitched.
  private static func cameras(_ tiles: [TileID]) -> [Camera] {
    tiles.prefix(300).enumerated().map { index, tile in
      Camera(
        center: tile.mapRect.center.coordinate, zoom512: Double(tile.z) + 0.4, bearing: Double(index * 37 % 360),
        pitch: index % 2 == 0 ? 0 : 45)
    }
  }

  private static func measure<Item: Sendable>(
    _ name: String, _ items: [Item], _ runs: Int, _ folder: URL, isWarm: Bool = false,
    _ work: @Sendable (BundleReader, Item) async throws -> Int
  ) async throws {
    var times = [Double](repeating: .infinity, count: items.count)
    var features = 0
    let clock = ContinuousClock()
    for _ in 0..<runs {
      features = 0
      let bundle = try await BundleReader(folder: folder)
      if isWarm { for item in items { _ = try await work(bundle, item) } }
      for (index, item) in items.enumerated() {
        let start = clock.now
        features += try await work(bundle, item)
        let (seconds, attoseconds) = (clock.now - start).components
        times[index] = min(times[index], Double(seconds) * 1e6 + Double(attoseconds) / 1e12)
      }
    }
    times.sort()
    let middle = times[times.count / 2]
    let late = times[times.count * 99 / 100]
    print("\(name): \(times.count), p50 \(rounded(middle)) us, p99 \(rounded(late)) us, \(features) features")
  }

  private static func rounded(_ microseconds: Double) -> String { String(format: "%.1f", microseconds) }
}

/// Passes requests on to a folder's reader as if its files were on a server, and notes the bytes of each.
private actor CountedReader: RangeReader {
  /// By file: the bytes of each of its requests.
  private(set) var received: [String: [Int]] = [:]
  private let base: FolderRangeReader

  init(_ folder: URL) { base = FolderRangeReader(folder) }

  func reset() { received = [:] }

  func bytes(of path: String, in range: Range<UInt64>) async throws -> [UInt8]? {
    let bytes = try await base.bytes(of: path, in: range)
    received[path, default: []].append(bytes?.count ?? 0)
    return bytes
  }
}

extension DecodedTile {
  fileprivate var featureCount: Int { layers.reduce(0) { $0 + $1.features.count } }
}
