import Foundation
import MapMath
import OvertileBundleFormat
import OvertileCore
import OvertileTileArchive
import OvertileVectorTile

/// All tiles of a bundle, decoded.
struct BundleTiles {
  let manifest: BundleManifest
  private(set) var tiles: [(tile: TileID, content: DecodedTile)] = []

  init(_ bundle: URL) throws {
    manifest = try BundleManifest(bundle: bundle)
    for file in manifest.files where file.role == "tiles" {
      let path = bundle.appendingPathComponent(file.path).path
      let isGzip = file.compression == "gzip"
      let add = { (tile: TileID, bytes: [UInt8]) in
        (tile, try TileDecoder.decode(isGzip ? Gunzip.decompress(bytes) : bytes))
      }
      switch manifest.tiles.container {
      case "pmtiles":
        try PMTilesReader(path: path).forEachTile { tile, bytes in tiles.append(try add(tile, bytes)) }
      case "mbtiles":
        try MBTilesReader(path: path).forEachTile { tile, bytes in tiles.append(try add(tile, bytes)) }
      default:
        for (tile, bytes) in try Self.folder(path) { tiles.append(try add(tile, bytes)) }
      }
    }
  }

  /// One feature in one tile.
  struct FeatureOccurrence {
    let tile: TileID
    let extent: UInt32
    let feature: DecodedFeature
    var id: UInt64 { feature.id ?? 0 }

    /// The first position in tile units of the zoom, from its western and northern edge; x may lie outside the world.
    var position: (x: Int64, y: Int64) {
      (
        Int64(tile.x) * Int64(extent) + Int64(feature.geometry.x[0]),
        Int64(tile.y) * Int64(extent) + Int64(feature.geometry.y[0])
      )
    }
  }

  /// The features of a layer at a zoom in every tile.
  func occurrences(_ layer: String, zoom: Int) -> [FeatureOccurrence] {
    tiles.filter { Int($0.tile.z) == zoom }.flatMap { entry in
      entry.content.layers.filter { $0.name == layer }.flatMap { layer in
        layer.features.map { FeatureOccurrence(tile: entry.tile, extent: layer.extent, feature: $0) }
      }
    }
  }

  /// The z/x/y.pbf files below a folder.
  private static func folder(_ path: String) throws -> [(TileID, [UInt8])] {
    try FileManager.default.subpathsOfDirectory(atPath: path).sorted().compactMap { name in
      let parts = name.split(separator: ".")[0].split(separator: "/").compactMap { Int($0) }
      guard parts.count == 3, let tile = TileID(z: parts[0], x: parts[1], y: parts[2]) else { return nil }
      return (tile, Array(try Data(contentsOf: URL(fileURLWithPath: path + "/" + name))))
    }
  }
}
