import OverlayBundle
import OvertileBundleFormat
import OvertileCore
import OvertileInspection
import OvertileTileArchiveWriting

/// A response from one opened bundle. Extensions of it make the responses with tiles, features and clusters.
struct BundleResponse {
  let bundle: OpenedBundle
  let request: ServedRequest
  /// Whether the address names the version, so that its content never changes.
  let isPinned: Bool

  /// The response of a route.
  ///
  /// - Throws: `RequestFault` for the client's faults; `BundleError.replaced`; the errors of files that are damaged.
  func response(to route: BundleRoute) throws -> ServedResponse {
    // A file that the manifest names goes before all other addresses.
    if let file = try file() { return file }
    let layer = try route.layer.map(self.layer)
    switch (route.kind, layer) {
    case (.index, _):
      return request.respond(SiteIndex(origin: request.origin).bundle(bundle), varying: ServedRequest.originFields)
    case (.tileJSON, _): return tileJSON(layer)
    case (.tile, _), (.layerTile, _): return try tile(layer, route.numbers)
    case (.features, _): return try features(layer)
    case (let part, let layer?): return try Blocking.value { try await cluster(layer, route.numbers[0], part) }
    case (_, nil): throw noFile()
    }
  }

  /// The value of `Cache-Control` of content that the version fixes.
  var caching: String { isPinned ? "public, max-age=31536000, immutable" : "no-cache" }

  /// The layer of a name.
  func layer(_ name: String) throws(RequestFault) -> BundleManifest.Layer {
    let layers = bundle.manifest.layers
    if let found = layers.first(where: { $0.id.utf8.elementsEqual(name.utf8) }) { return found }
    let list = layers.map { "\"\($0.id)\"" }.joined(separator: ", ")
    throw RequestFault(.notFound, "unknown-layer", "the bundle has no such layer (its layers are \(list))")
  }

  /// The fault of an address that the bundle does not have.
  func noFile() -> RequestFault {
    RequestFault(
      .notFound, "not-found",
      "the bundle has no such layer or file (see /\(StyleSource.encoded(bundle.name))/ for a list)")
  }

  /// The file of the bundle at the address; nil if the manifest names none. Its tag is the digest in the manifest.
  func file() throws -> ServedResponse? {
    let path = request.path.dropFirst().joined(separator: "/")
    if path == BundleManifest.fileName {
      return send(.init(bundle.manifestBytes), type: MediaType.json, tag: bundle.digest)
    }
    let entry = bundle.manifest.files.first { path == $0.path || path.hasPrefix($0.path + "/") }
    guard let entry else { return nil }
    guard let file = try bundle.files.file(path) else { throw noFile() }
    let inner = path.dropFirst(entry.path.utf8.count)
    return send(
      .init(count: file.size) { try file.bytes($0) }, type: MediaType.of(path),
      tag: inner.isEmpty ? entry.sha256 : "\(entry.sha256.prefix(32))\(inner)")
  }

  private func send(_ body: ServedResponse.Body, type: String, tag: String) -> ServedResponse {
    Representation(type: type, tag: tag, caching: caching, body: body).response(to: request)
  }

  /// TileJSON of a layer, or of all. Source: TileJSON 3.0.0.
  func tileJSON(_ layer: BundleManifest.Layer?) -> ServedResponse {
    let manifest = bundle.manifest
    let address = SiteIndex(origin: request.origin).address(bundle.name, layer: layer?.id)
    var members: NamedValues<JSONValue> = [
      "tilejson": "3.0.0", "name": .string(layer?.id ?? manifest.name), "scheme": "xyz",
      "tiles": [.string("\(address)/{z}/{x}/{y}.mvt?v=\(bundle.version)")], "format": "pbf",
      "minzoom": .int(Int64(layer?.minzoom ?? manifest.minzoom)),
      "maxzoom": .int(Int64(layer?.maxzoom ?? manifest.maxzoom)),
      "vector_layers": .array((layer.map { [$0] } ?? manifest.layers).map { VectorLayer($0).json }),
      "overtile": ["bundle": .string(bundle.name), "version": .string(bundle.version)],
    ]
    let texts = [
      "description": layer == nil ? manifest.description : layer?.description, "attribution": manifest.attribution,
      "version": manifest.version,
    ]
    for case (let name, let text?) in texts { members[name] = .string(text) }
    if let bounds = layer == nil ? manifest.bounds : layer?.bounds, bounds.count == 4 {
      members["bounds"] = .array(bounds.map { .double($0) })
    }
    return request.respond(.object(members), caching: caching, varying: ServedRequest.originFields)
  }
}
