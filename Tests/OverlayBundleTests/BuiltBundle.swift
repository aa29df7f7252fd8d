import Foundation
import MapMath
import OverlayBundle
import OvertileConfiguration
import OvertilePipeline
import OvertileTileArchive
import OvertileVectorTile
import TestSupport

/// How a bundle is stored.
struct Storage: CustomStringConvertible, Sendable {
  var format = "pmtiles"
  var layout = "per-zoom"
  var compression = "auto"

  var description: String { "\(format), \(layout), \(compression)" }

  /// Every container with every layout, and every compression.
  static let all = [
    Storage(), Storage(layout: "single", compression: "none"), Storage(layout: "per-layer", compression: "gzip"),
    Storage(format: "mbtiles", compression: "gzip"), Storage(format: "mbtiles", layout: "single", compression: "gzip"),
    Storage(format: "mbtiles", layout: "per-layer", compression: "gzip"), Storage(format: "directory"),
    Storage(format: "directory", layout: "single", compression: "gzip"),
    Storage(format: "directory", layout: "per-layer", compression: "none"),
  ]
}

/// A bundle of all three kinds of layers that the real pipeline wrote, in a folder of its own.
final class BuiltBundle: Sendable {
  /// The folder of the bundle.
  let url: URL
  private let folder: URL

  /// Builds a bundle from random features of a seed.
  init(_ storage: Storage = Storage(), seed: UInt64 = 1, points: Int = 120, zooms: ClosedRange<Int> = 0...4) throws {
    folder = FileManager.default.temporaryDirectory.appendingPathComponent("overlay-bundle-\(UUID().uuidString)")
    url = folder.appendingPathComponent("out")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    var random = SeededRandom(seed: seed)
    let input = Self.features(points: points, &random).joined(separator: "\n")
    try Data(input.utf8).write(to: folder.appendingPathComponent("in.json"))
    let yaml = Self.yaml(storage, zooms)
    let file = folder.appendingPathComponent("pipeline.yaml").path
    _ = try PipelineBuild(PipelineConfiguration(yaml: yaml, file: file)).run { _ in }
  }

  deinit { try? FileManager.default.removeItem(at: folder) }

  private static func yaml(_ storage: Storage, _ zooms: ClosedRange<Int>) -> String {
    let range = "\(zooms.lowerBound)-\(zooms.upperBound)"
    return """
      name: Built
      attribution: "Made & random"
      sources: {in: {path: in.json}}
      layers:
        towns:
          {source: in, kind: cluster, zooms: \(range), filter: ["==", ["get", "kind"], "town"], cluster: {members: full}}
        rings:
          source: in
          kind: circle
          zooms: \(range)
          filter: ["==", ["get", "kind"], "ring"]
          circle: {radius: 400km, draw: [center, ring]}
        areas: {source: in, kind: shape, zooms: 1-\(zooms.upperBound), filter: ["==", ["get", "kind"], "area"]}
      output:
        path: out
        format: \(storage.format)
        layout: \(storage.layout)
        compression: \(storage.compression)
      """
  }

  private static func features(points: Int, _ random: inout SeededRandom) -> [String] {
    (0..<points).map { index in
      let x = Double.random(in: -179...179, using: &random)
      let y = Double.random(in: -70...70, using: &random)
      let name =
        ["Å", "a name that is longer than fifteen bytes", #"\"quoted\" \\ \n"#].randomElement(using: &random) ?? ""
      let number = ["1", "2.5", "-7", "1e21", "18446744073709551615", "true"].randomElement(using: &random) ?? "0"
      let kind = index % 10 == 0 ? "ring" : index % 10 == 1 ? "area" : "town"
      let square = "[[\(x),\(y)],[\(x + 9),\(y)],[\(x + 9),\(y + 9)],[\(x),\(y + 9)],[\(x),\(y)]]"
      let geometry =
        kind == "area"
        ? #"{"type":"Polygon","coordinates":[\#(square)]}"# : #"{"type":"Point","coordinates":[\#(x),\#(y)]}"#
      return #"{"type":"Feature","id":\#(index),"geometry":\#(geometry),"#
        + #""properties":{"kind":"\#(kind)","name":"\#(name)","number":\#(number)}}"#
    }
  }
}

extension ScratchFolder {
  /// Builds the pipeline of a text from features in `in.json`, and returns the bundle's folder, `out`.
  func build(_ yaml: String, _ features: [String]) throws -> URL {
    try Data(features.joined(separator: "\n").utf8).write(to: url.appendingPathComponent("in.json"))
    let file = url.appendingPathComponent("pipeline.yaml").path
    _ = try PipelineBuild(PipelineConfiguration(yaml: yaml, file: file)).run()
    return url.appendingPathComponent("out")
  }
}

extension BuiltBundle {
  /// Every tile as it is stored and without compression, read by the readers without ranges; with an archive for each
  /// layer, the tiles of all layers joined.
  func plainTiles() throws -> [TileID: [UInt8]] {
    let manifest = try BundleManifest(bundle: url)
    let layers = [nil] + manifest.layers.map { Optional($0.id) }
    var tiles: [TileID: [UInt8]] = [:]
    for layer in layers {
      for (tile, bytes) in try plainTiles(manifest, of: layer) {
        tiles[tile] = try JoinedTile.join(
          (tiles[tile].map { [$0] } ?? []) + [bytes], .vectorTile)
      }
    }
    return tiles
  }

  /// The tiles of the files that hold one layer, or, with nil, all layers.
  private func plainTiles(_ manifest: BundleManifest, of layer: String?) throws -> [TileID: [UInt8]] {
    var tiles: [TileID: [UInt8]] = [:]
    for file in manifest.files where file.role == "tiles" && file.layer == layer {
      let path = url.appendingPathComponent(file.path).path
      switch manifest.tiles.container {
      case "pmtiles": try PMTilesReader(path: path).forEachTile { tiles[$0] = try Self.plain($1) }
      case "mbtiles": try MBTilesReader(path: path).forEachTile { tiles[$0] = try Self.plain($1) }
      default:
        for name in try FileManager.default.subpathsOfDirectory(atPath: path) {
          let parts = name.split(separator: ".")[0].split(separator: "/").compactMap { Int($0) }
          guard parts.count == 3, let tile = TileID(z: parts[0], x: parts[1], y: parts[2]) else { continue }
          tiles[tile] = try Self.plain(Array(try Data(contentsOf: URL(fileURLWithPath: path + "/" + name))))
        }
      }
    }
    return tiles
  }

  private static func plain(_ bytes: [UInt8]) throws -> [UInt8] {
    bytes.starts(with: [0x1F, 0x8B]) ? try Gunzip.decompress(bytes) : bytes
  }
}
