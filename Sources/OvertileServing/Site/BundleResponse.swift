import OverlayBundle
import OvertileBundleFormat
import OvertileCore
import OvertileInspection

/// A response from one opened bundle. The files of this folder extend it, one route each.
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
    guard route.kind != .file else { throw noFile() }
    let layer = try route.layer.map(self.layer)
    switch (route.kind, layer) {
    case (.index, _) where request.path.count == 1:
      // Relative, so that it is right below any prefix of a proxy.
      return ServedResponse(.permanentRedirect, ["Location": StyleSource.encoded(bundle.name) + "/"])
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
}
