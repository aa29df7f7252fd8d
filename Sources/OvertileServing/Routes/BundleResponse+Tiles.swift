import MapMath
import OvertileBundleFormat
import OvertileHTTP
import OvertileTileArchive

extension BundleResponse {
  private static let tileType = "application/vnd.mapbox-vector-tile"

  /// A tile of a layer, or with all layers. 204 for one without content.
  func tile(
    _ layer: BundleManifest.Layer?, _ numbers: BundleRoute.TileNumbers, _ ending: String
  ) throws -> ServedResponse {
    let tile = try checked(layer, numbers, ending)
    let maker = TileMaker(bundle: bundle, layer: layer, tile: tile)
    let tags = [maker.tag, maker.tag + Compression.tagEnding]
    if let same = Representation.unchanged(tags, caching: caching, request) { return same }
    guard let content = try maker.content() else {
      var none = Representation(type: "", tag: tags[0], caching: caching, body: .none)
      none.variesByEncoding = true
      return none.emptyResponse(to: request)
    }
    return try send(content, tag: tags[0])
  }

  private func send(_ content: TileMaker.Content, tag: String) throws -> ServedResponse {
    var tile = Representation(
      type: Self.tileType, tag: tag, caching: caching, body: .bytes(content.bytes))
    tile.variesByEncoding = true
    if StoredCompression(sniffing: content.bytes) != .gzip {
      // Tiles that are stored plain did not become smaller when they were written.
      return try content.isStored
        ? tile.response(to: request) : Compression.compressed(tile, content.bytes, for: request).response(to: request)
    }
    guard AcceptedEncodings.haveGzip(request.header("accept-encoding")) else {
      tile.body = .bytes(try content.plain())
      return tile.response(to: request)
    }
    (tile.encoding, tile.tag) = ("gzip", tag + Compression.tagEnding)
    return tile.response(to: request)
  }

  /// The tile of an address, if there can be one.
  ///
  /// - Throws: `RequestFault`: 400 for what is no number, 404 with the reason for a tile outside of zooms or grid.
  private func checked(
    _ layer: BundleManifest.Layer?, _ numbers: BundleRoute.TileNumbers, _ ending: String
  ) throws(RequestFault) -> TileID {
    guard ending == "mvt" || ending == "pbf" else {
      throw RequestFault(.notFound, "other-format", "tiles are vector tiles; their addresses end with .mvt")
    }
    let values = [numbers.z, numbers.x, numbers.y].map(NumberText.whole)
    guard let z = values[0], let x = values[1], let y = values[2] else {
      throw RequestFault(.badRequest, "bad-tile", "the address of a tile is three whole numbers: zoom/column/row")
    }
    let low = layer.map(\.minzoom) ?? bundle.manifest.minzoom
    let high = layer.map(\.maxzoom) ?? bundle.manifest.maxzoom
    guard z >= low, z <= high else {
      let what = layer.map { "layer \"\($0.id)\"" } ?? "the bundle"
      throw RequestFault(
        .notFound, "outside-zooms",
        "\(what) has tiles of the zooms \(low) to \(high); beyond the last zoom show its tiles larger (overzoom)")
    }
    guard let tile = TileID(z: z, x: x, y: y) else {
      throw RequestFault(
        .notFound, "outside-grid", "at zoom \(z) columns and rows are 0 to \((1 << min(z, 31)) - 1)")
    }
    return tile
  }
}
