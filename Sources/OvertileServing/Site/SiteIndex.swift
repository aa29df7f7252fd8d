import Foundation
import OvertileBundleFormat
import OvertileCore
import OvertileInspection

/// The pages on what a site has, and the addresses in them.
struct SiteIndex {
  /// The beginning of absolute addresses, such as "http://127.0.0.1:8080", without a slash.
  let origin: String

  /// All bundles.
  func site(_ bundles: [OpenedBundle]) -> JSONValue {
    [
      "bundles": .array(bundles.map(bundle)), "health": .string(origin + "/health"),
      "metrics": .string(origin + "/metrics"),
    ]
  }

  /// One bundle and its layers.
  func bundle(_ bundle: OpenedBundle) -> JSONValue {
    let manifest = bundle.manifest
    let base = address(bundle.name) + "/"
    let layers = manifest.layers.map { layer -> JSONValue in
      let own = base + StyleSource.encoded(layer.id) + "/"
      var entry: JSONValue = [
        "id": .string(layer.id), "kind": .string(layer.kind), "minzoom": .int(Int64(layer.minzoom)),
        "maxzoom": .int(Int64(layer.maxzoom)), "tilejson": .string(own + "tile.json"),
        "features": .string(own + "features?bbox={west},{south},{east},{north}&zoom={z}"),
      ]
      if manifest.membersFile(of: layer.id) != nil {
        entry = entry.adding([
          "children": .string(own + "clusters/{id}/children"), "leaves": .string(own + "clusters/{id}/leaves"),
          TileProperty.expansionZoom: .string(own + "clusters/{id}/expansion-zoom"),
        ])
      }
      return entry
    }
    return [
      "name": .string(bundle.name), "title": .string(manifest.name), "url": .string(base),
      "version": .string(bundle.version), "manifest": .string(base + BundleManifest.fileName),
      "tilejson": .string(base + "tile.json"), "minzoom": .int(Int64(manifest.minzoom)),
      "maxzoom": .int(Int64(manifest.maxzoom)), "layers": .array(layers),
      "files": .array(manifest.files.map { .string($0.path) }),
    ]
  }

  /// The state of a site: `ok`, or `stale` if a bundle was published that cannot be opened, or if a pipeline failed.
  ///
  /// The reason why a bundle cannot be opened is in the log alone, because it names paths of the machine.
  static func health(_ states: [BundleSlot.State], _ pipeline: (() -> String?)?, seconds: Double) -> JSONValue {
    func word(_ isStale: Bool) -> JSONValue { .string(isStale ? "stale" : "ok") }
    let bundles = states.map { state -> JSONValue in
      [
        "name": .string(state.bundle.name), "version": .string(state.bundle.version),
        "opened": .string(state.bundle.opened.ISO8601Format()), "reloads": .int(Int64(state.reloads)),
        "status": word(state.failure != nil),
      ]
    }
    let failure = pipeline.flatMap { $0() }
    let isStale = states.contains { $0.failure != nil } || failure != nil
    let members: JSONValue = ["status": word(isStale), "seconds": .double(seconds), "bundles": .array(bundles)]
    guard pipeline != nil else { return members }
    let state = failure.map { ["status": "failed", "message": .string($0)] as JSONValue } ?? ["status": "ok"]
    return members.adding(["pipeline": state])
  }

  /// The address of a bundle, or of a layer of it, without a slash at its end.
  func address(_ bundle: String, layer: String? = nil) -> String {
    origin + "/" + StyleSource.encoded(bundle) + (layer.map { "/" + StyleSource.encoded($0) } ?? "")
  }
}

extension ServedRequest {
  /// The fields of a request that `origin` depends on, so that no cache sends the addresses for one client to another. The
  /// host that was asked for is part of every cache's key.
  static let originFields = ["X-Forwarded-Host", "X-Forwarded-Prefix", "X-Forwarded-Proto"]

  /// The beginning of absolute addresses for the client: the scheme and host that it asked for and the path before ours,
  /// also through a proxy that says so. A host that is none is left out, which makes addresses relative to the server.
  package var origin: String {
    let scheme = header("x-forwarded-proto") == "https" ? "https" : "http"
    let host = (header("x-forwarded-host") ?? header("host") ?? "").filter { $0 != " " }
    let isPlain = host.utf8.count <= 255 && host.wholeMatch(of: /[A-Za-z0-9._~:\[\]-]+/) != nil
    return (isPlain ? "\(scheme)://\(host)" : "") + prefix
  }

  /// The path that a proxy takes off the addresses that it hands on, without a slash at its end; empty without one, and for
  /// a text that is no plain path.
  private var prefix: String {
    let path = header("x-forwarded-prefix") ?? ""
    let names = path.split(separator: "/")
    let isPlain = path.utf8.count <= 255 && path.wholeMatch(of: /(\/[A-Za-z0-9._~%-]+)*\/?/) != nil
    return isPlain && !names.contains(".") && !names.contains("..") ? names.map { "/" + $0 }.joined() : ""
  }
}
