import MapMath
import OvertileBundleFormat
import OvertileFeatures
import OvertileTileArchive
import OvertileVectorTile

/// Makes the content of a tile from what is stored, and decodes no feature for it.
struct TileMaker {
  let bundle: OpenedBundle
  /// The only layer; nil for all.
  let layer: BundleManifest.Layer?
  let tile: TileID

  /// The content of a tile.
  struct Content {
    /// The bytes as they are stored, or uncompressed.
    var bytes: [UInt8]
    /// Whether they are stored so.
    var isStored: Bool
    /// The bytes without compression.
    var plain: () throws -> [UInt8]
  }

  /// A text that differs for other content at this address: of the files' digests and the address.
  var tag: String {
    let sources = self.sources
    let digest = sources.count == 1 ? sources[0].entry.sha256 : bundle.digest
    let index = layer.flatMap { layer in bundle.manifest.layers.firstIndex { $0.id == layer.id } }
    return "\(digest.prefix(32))-\(tile)" + (index.map { "-\($0)" } ?? "")
  }

  /// The files that may hold the tile.
  private var sources: [BundleTiles] {
    bundle.tiles.filter { $0.mayHold(zoom: Int(tile.z), layer: layer?.id) }
  }

  /// The content; nil if there is none.
  func content() throws -> Content? {
    var parts: [(source: BundleTiles, stored: [UInt8])] = []
    for source in sources {
      if let stored = try source.stored(tile) { parts.append((source, stored)) }
    }
    if parts.count == 1, isWhole(parts[0].source) {
      let (source, stored) = parts[0]
      return stored.isEmpty ? nil : Content(bytes: stored, isStored: true) { try source.plain(stored) }
    }
    var plain: [[UInt8]] = []
    for (source, stored) in parts {
      let bytes = try source.plain(stored)
      if isWhole(source) { plain.append(bytes) } else if let part = try cut(bytes) { plain.append(part) }
    }
    let joined = plain.reduce([], +)
    return joined.isEmpty ? nil : Content(bytes: joined, isStored: false) { joined }
  }

  /// Whether the tiles of a file hold nothing but what is asked for.
  private func isWhole(_ source: BundleTiles) -> Bool {
    layer == nil || source.entry.layer != nil || bundle.manifest.layers.count == 1
  }

  /// The layer's part of a tile; nil if the tile has none.
  private func cut(_ tile: [UInt8]) throws -> [UInt8]? {
    guard let layer else { return tile }
    return try TileLayers.cut(layer.id, of: tile)
  }
}
