import MapMath
import OvertileBundleFormat
import OvertileHTTP
import OvertileTileArchive
import OvertileTileArchiveWriting

extension BundleResponse {
  /// Uncompressed bytes from which on a tile that is not stored that way is compressed for clients that accept it.
  private static let compressedFrom = 1024

  /// A tile of a layer, or with all layers. 204 for one without content.
  func tile(
    _ layer: BundleManifest.Layer?, _ numbers: BundleRoute.TileNumbers, _ ending: String
  ) throws -> ServedResponse {
    let tile = try checked(layer, numbers, ending)
    let maker = TileMaker(bundle: bundle, layer: layer, tile: tile)
    let tags = [maker.tag, maker.tag + "-gzip"]
    if let same = Representation.unchanged(tags, caching: caching, request) { return same }
    guard let content = try maker.content() else {
      return ServedResponse(.noContent, [.init("Cache-Control", caching)])
    }
    return try send(content, tags)
  }

  private func send(_ content: TileMaker.Content, _ tags: [String]) throws -> ServedResponse {
    let acceptsGzip = AcceptedEncodings.haveGzip(request.header("accept-encoding"))
    let isStoredSo = StoredCompression(sniffing: content.bytes) == .gzip
    var bytes = content.bytes
    var isGzip = isStoredSo
    if isStoredSo, !acceptsGzip {
      (bytes, isGzip) = (try content.plain(), false)
    } else if !isStoredSo, acceptsGzip, !content.isStored, bytes.count >= Self.compressedFrom {
      var compressor = try GzipCompressor()
      (bytes, isGzip) = (try compressor.compress(bytes), true)
    }
    var tile = Representation(
      type: bundle.manifest.tiles.tileEncoding == .geojson
        ? SiteJSON.geoJSONType : "application/vnd.mapbox-vector-tile",
      tag: isGzip ? tags[1] : tags[0], caching: caching, body: .bytes(bytes))
    tile.encoding = isGzip ? "gzip" : nil
    tile.variesByEncoding = true
    return tile.response(to: request)
  }

  /// The tile of an address, if there can be one.
  ///
  /// - Throws: `RequestFault`: 400 for what is no number, 404 with the reason for a tile outside of zooms or grid.
  private func checked(
    _ layer: BundleManifest.Layer?, _ numbers: BundleRoute.TileNumbers, _ ending: String
  ) throws(RequestFault) -> TileID {
    let isGeoJSON = bundle.manifest.tiles.tileEncoding == .geojson
    guard isGeoJSON == (ending == "geojson" || ending == "json") else {
      throw RequestFault(
        .notFound, "other-format",
        isGeoJSON
          ? "the tiles of this bundle are GeoJSON; their addresses end with .geojson"
          : "the tiles of this bundle are vector tiles; their addresses end with .mvt")
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
