import MapMath
import OvertileBundleFormat
import OvertileTileArchive
import OvertileVectorTile

extension BundleResponse {
  /// A tile of a layer, or with all layers, from what is stored: no feature of it is decoded. 204 for one without content.
  func tile(_ layer: BundleManifest.Layer?, _ numbers: [String]) throws -> ServedResponse {
    let tile = try checked(layer, numbers)
    let sources = bundle.tiles.filter { $0.mayHold(zoom: Int(tile.z), layer: layer?.id) }
    let digest = sources.count == 1 ? sources[0].entry.sha256 : bundle.digest
    let index = layer.flatMap { layer in bundle.manifest.layers.firstIndex { $0.id == layer.id } }
    let tag = "\(digest.prefix(32))-\(tile)" + (index.map { "-\($0)" } ?? "")
    var content = Representation(type: MediaType.tile, tag: tag, caching: caching)
    let parts = try sources.compactMap { source in try source.stored(tile).map { (source, $0) } }
    guard parts.count == 1, let (source, stored) = parts.first, isWhole(source, layer) else {
      content.fill(try parts.flatMap { try cut($0.0, $0.1, layer) }, for: request)
      return content.response(to: request)
    }
    (content.body, content.varying) = (.init(stored), ["Accept-Encoding"])
    if StoredCompression(sniffing: stored) == .gzip {
      if request.acceptsGzip {
        (content.encoding, content.tag) = ("gzip", tag + Representation.compressedEnding)
      } else {
        content.body = .init(try source.plain(stored))
      }
    }
    return content.response(to: request)
  }

  /// Whether the tiles of a file hold nothing but what is asked for.
  private func isWhole(_ source: BundleTiles, _ layer: BundleManifest.Layer?) -> Bool {
    layer == nil || source.entry.layer != nil || bundle.manifest.layers.count == 1
  }

  /// The part of a stored tile that is a layer, without compression; maybe empty. Layers of tiles follow each other.
  private func cut(_ source: BundleTiles, _ stored: [UInt8], _ layer: BundleManifest.Layer?) throws -> [UInt8] {
    let plain = try source.plain(stored)
    guard let layer, !isWhole(source, layer) else { return plain }
    return try LayerBytes.keeping([layer.id], of: plain)
  }

  /// The tile of an address, if there can be one.
  ///
  /// - Throws: `RequestFault`: 400 for what is no number, 404 with the reason for a tile outside of zooms or grid.
  private func checked(_ layer: BundleManifest.Layer?, _ numbers: [String]) throws(RequestFault) -> TileID {
    let values = numbers.compactMap(UInt32.init).map(Int.init)
    guard values.count == 3 else {
      throw RequestFault(.badRequest, "bad-tile", "the address of a tile must be three whole numbers: zoom/column/row")
    }
    let (z, x, y) = (values[0], values[1], values[2])
    let low = layer.map(\.minzoom) ?? bundle.manifest.minzoom
    let high = layer.map(\.maxzoom) ?? bundle.manifest.maxzoom
    guard z >= low, z <= high else {
      let what = layer.map { "layer \"\($0.id)\"" } ?? "the bundle"
      throw RequestFault(
        .notFound, "outside-zooms",
        "\(what) has tiles for zooms \(low) to \(high); at higher zooms, overzoom the tiles of zoom \(high)")
    }
    guard let tile = TileID(z: z, x: x, y: y) else {
      throw RequestFault(
        .notFound, "outside-grid", "at zoom \(z), columns and rows must be between 0 and \((1 << min(z, 31)) - 1)")
    }
    return tile
  }
}
