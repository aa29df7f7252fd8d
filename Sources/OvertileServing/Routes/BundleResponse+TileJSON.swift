import OvertileBundleFormat
import OvertileFeatures
import OvertileHTTP

extension BundleResponse {
  /// TileJSON of a layer, or of all. Source: TileJSON 3.0.0.
  func tileJSON(_ layer: BundleManifest.Layer?) throws(RequestFault) -> ServedResponse {
    let manifest = bundle.manifest
    let address = SiteIndex(origin: request.origin).address(bundle.name, layer: layer?.id)
    let low = layer.map(\.minzoom) ?? manifest.minzoom
    let high = layer.map(\.maxzoom) ?? manifest.maxzoom
    var members: NamedValues<JSONValue> = [
      "tilejson": "3.0.0", "name": .string(layer?.id ?? manifest.name), "scheme": "xyz",
      "tiles": [.string("\(address)/{z}/{x}/{y}.mvt?v=\(bundle.version)")],
      "format": "pbf",
      "minzoom": .int(Int64(low)), "maxzoom": .int(Int64(high)),
      "vector_layers": .array((layer.map { [$0] } ?? manifest.layers).map(Self.vectorLayer)),
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
    return SiteJSON.response(
      .object(members), request, caching: caching, varyingFields: ServedRequest.originFields)
  }

  private static func vectorLayer(_ layer: BundleManifest.Layer) -> JSONValue {
    var entry: JSONValue = [
      "id": .string(layer.id), "fields": .object(layer.fields.mapValues { .string($0) }),
      "minzoom": .int(Int64(layer.minzoom)), "maxzoom": .int(Int64(layer.maxzoom)),
    ]
    if let text = layer.description { entry = entry.adding(["description": .string(text)]) }
    return entry
  }
}
