import OvertileBundleFormat
import OvertileCore
import OvertileTileArchive
import OvertileTileArchiveWriting

extension BundleResponse {
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
    let tiles = TileContainer(ofFile: path)?.mediaType ?? "application/octet-stream"
    return send(
      .init(count: file.size) { try file.bytes($0) }, type: path.hasSuffix(".json") ? MediaType.json : tiles,
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
