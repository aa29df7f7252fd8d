import OvertileBundleFormat
import OvertileDigests
import OvertileFeatures
import OvertileHTTP
import OvertileServing

/// The page of the preview on a site of bundles, below `/preview/`.
package struct PreviewRoute: SiteRoute {
  /// The first segment of the page's addresses, and the name in the metrics.
  package static let segment = "preview"

  /// The name in the metrics.
  package let name = PreviewRoute.segment
  private let library: MapLibraryFiles?
  private let comparison: (@Sendable () throws -> [UInt8])?
  private let pipeline: (@Sendable () -> String?)?

  /// Makes the page of a site.
  ///
  /// - Parameters:
  ///   - library: MapLibre; nil to have the page load it from a content delivery network.
  ///   - comparison: the JSON of `overtile diff` of the two bundles; nil for one bundle.
  ///   - pipeline: the text of why the last build of the bundle failed, nil if it did not; nil instead of it if no pipeline
  ///     makes the bundle.
  package init(
    library: MapLibraryFiles?, comparison: (@Sendable () throws -> [UInt8])? = nil,
    pipeline: (@Sendable () -> String?)? = nil
  ) {
    (self.library, self.comparison, self.pipeline) = (library, comparison, pipeline)
  }

  /// Whether the pipeline could be built when its files changed last, and why not.
  package var health: RouteHealth? {
    guard let pipeline else { return nil }
    guard let failure = pipeline() else { return RouteHealth("pipeline", ["status": "ok"], isStale: false) }
    return RouteHealth("pipeline", ["status": "failed", "message": .string(failure)], isStale: true)
  }

  /// A file of the page, its configuration, MapLibre, or the comparison; nil for other addresses.
  package func response(to request: ServedRequest, on site: BundleSite) throws -> ServedResponse? {
    guard request.path.first == Self.segment else { return nil }
    switch Array(request.path.dropFirst()) {
    case []: return ServedResponse(.permanentRedirect, [.init("Location", "\(Self.segment)/")])
    case [""]: return try file(PreviewPage.start, request)
    case [PreviewPage.configuration]: return content(configuration(site), "x.json", request)
    case ["diff.json"]:
      guard let comparison else { break }
      return content(try comparison(), "x.json", request)
    case let path where path.count == 2 && path[0] == "lib":
      guard let bytes = library?.file(named: path[1]) else { break }
      return content(bytes, path[1], request)
    case let path where path.count == 1: return try file(path[0], request)
    default: break
    }
    throw Self.missing
  }

  private static let missing = RequestFault(.notFound, "unknown-file", "the preview has no such file")

  private func file(_ name: String, _ request: ServedRequest) throws -> ServedResponse {
    guard let file = PreviewPage.file(named: name) else { throw Self.missing }
    return content(file.bytes, file.name, request)
  }

  private func content(_ bytes: [UInt8], _ name: String, _ request: ServedRequest) -> ServedResponse {
    let tag = String(SHA256.text(of: bytes).prefix(32))
    let type = PreviewPage.contentType(of: name)
    return Representation(type: type, tag: tag, body: .bytes(bytes)).response(to: request)
  }

  /// The content of `preview.json`: the bundles, and the addresses of everything else. All are relative to the page, which may
  /// lie below a proxy's prefix.
  private func configuration(_ site: BundleSite) -> [UInt8] {
    let bundles = site.bundles().map { bundle -> JSONValue in
      [
        "name": .string(bundle.name), "url": .string("../" + BundleAddress.escaped(bundle.name) + "/"),
        // A page cannot read MBTiles; the site's tiles have it in any container.
        "tilejson": .bool(bundle.manifest.tiles.tileContainer == .mbtiles),
      ]
    }
    var value: NamedValues<JSONValue> = ["bundles": .array(bundles), "health": "../health", "watch": true]
    if library != nil {
      value["maplibre"] = [
        "script": .string("lib/" + MapLibraryFiles.names[0]), "css": .string("lib/" + MapLibraryFiles.names[1]),
      ]
    }
    if comparison != nil { value["diff"] = "diff.json" }
    return JSONValue.object(value).lines
  }
}
