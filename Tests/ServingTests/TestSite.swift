import Foundation
import NIOHTTP1
import OvertileBundleFormat
import TestSupport

@testable import OvertileServing

/// A site of one small bundle in a folder of tiles: layers `one` (zooms 0 to 2) and `two words` (zoom 1).
final class TestSite {
  /// The bundle's folder.
  let folder: URL
  private let scratch: ScratchFolder

  /// Makes the folder of a bundle; `mark` makes its contents differ.
  init(mark: String = "a") throws {
    scratch = try ScratchFolder()
    folder = scratch.url.appendingPathComponent("small")
    try Self.write(folder, mark: mark)
  }

  /// A tile of layers by their names alone.
  static func tile(_ layers: [String]) -> [UInt8] {
    layers.flatMap { name -> [UInt8] in
      let message = [0x0A, UInt8(name.utf8.count)] + Array(name.utf8) + [0x78, 2]
      return [0x1A, UInt8(message.count)] + message
    }
  }

  /// Writes a bundle into a new folder.
  static func write(_ folder: URL, mark: String) throws {
    let tiles = [
      "0/0/0": tile(["one", mark]), "1/0/1": tile(["one", "two words"]), "1/1/1": tile(["two words"]),
      "2/3/3": tile(["one"]),
    ]
    var bytes = 0
    for (address, tile) in tiles {
      let file = folder.appendingPathComponent("tiles/\(address).pbf")
      try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data(tile).write(to: file)
      bytes += tile.count
    }
    var manifest = BundleManifest(
      name: "Small", tiles: .init(layout: .single, container: .directory, extent: 4096, buffer: 64),
      provenance: .init(configuration: mark, features: "", reprojections: []))
    manifest.maxzoom = 2
    manifest.bounds = [-180, -80, 180, 80]
    manifest.layers = [
      .init(id: "one", kind: "shape", minzoom: 0, maxzoom: 2),
      .init(id: "two words", kind: "shape", minzoom: 1, maxzoom: 1),
    ]
    var file = BundleManifest.File(
      path: "tiles", role: .tiles, (sha256: String(repeating: mark, count: 64), bytes: bytes))
    (file.minzoom, file.maxzoom, file.compression) = (0, 2, "none")
    manifest.files = [file]
    try manifest.encoded().write(to: folder.appendingPathComponent("bundle.json"))
  }

  /// A site of the bundle.
  func site(preview: PreviewRoute? = nil, report: @escaping @Sendable (SiteEvent) -> Void = { _ in }) throws
    -> BundleSite
  {
    try BundleSite([BundleAddress(argument: folder.path)], preview: preview, report: report)
  }

  /// A request for an address.
  static func request(
    _ address: String, _ fields: [(String, String)] = [("Host", "h:1")], _ method: HTTPMethod = .GET
  ) throws(RequestFault) -> ServedRequest {
    try ServedRequest(HTTPRequestHead(version: .http1_1, method: method, uri: address, headers: HTTPHeaders(fields)))
  }
}

extension BundleSite {
  /// The response to GET of an address, and its body as it is.
  func get(_ address: String, host: String = "h:1") throws -> (response: ServedResponse, body: [UInt8]) {
    let response = self.response(to: .success(try TestSite.request(address, [("Host", host)])))
    return (response, try response.body.read(0..<response.body.count))
  }

  /// The code of an error.
  func code(_ address: String, host: String = "h:1") throws -> String {
    struct Fault: Decodable { var error: [String: String] }
    let body = try get(address, host: host).body
    return try JSONDecoder().decode(Fault.self, from: Data(body)).error["code"] ?? ""
  }
}
