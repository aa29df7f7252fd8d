import OvertileBundleFormat
import OvertileHTTP
import OvertileTileArchive

extension BundleResponse {
  /// The file of the bundle at the address; nil if the manifest names none. Its tag is the digest in the manifest.
  func file() throws -> ServedResponse? {
    let path = request.path.dropFirst().joined(separator: "/")
    if path == BundleManifest.fileName {
      var manifest = Representation(
        type: SiteJSON.type, tag: bundle.digest, caching: caching, body: .bytes(bundle.manifestBytes))
      manifest.hasRanges = true
      return manifest.response(to: request)
    }
    let entry = bundle.manifest.files.first { path == $0.path || path.hasPrefix($0.path + "/") }
    guard let entry else { return nil }
    guard let file = try bundle.files.file(path) else { throw noFile() }
    let inner = path.dropFirst(entry.path.utf8.count)
    var content = Representation(
      type: Self.type(of: path), tag: inner.isEmpty ? entry.sha256 : "\(entry.sha256.prefix(32))\(inner)",
      caching: caching, body: .source(count: file.size) { try file.bytes($0) })
    content.hasRanges = true
    return content.response(to: request)
  }

  private static func type(of path: String) -> String {
    if path.hasSuffix(".json") { return SiteJSON.type }
    if path.hasSuffix(".geojson") { return SiteJSON.geoJSONType }
    if path.hasSuffix(".mbtiles") { return "application/vnd.sqlite3" }
    return "application/octet-stream"
  }
}
