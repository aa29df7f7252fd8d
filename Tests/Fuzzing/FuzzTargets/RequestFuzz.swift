import Foundation
import NIOHTTP1
import OvertileBundleFormat
import OvertileServing

/// An address of a client and fields of its head, a line each: a fault of the client, or a request with a response. No response
/// is a fault of the server, and none holds bytes of a file that the manifest does not name.
@Sendable func fuzzRequest(_ bytes: [UInt8]) {
  let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n").map(String.init)
  var head = HTTPRequestHead(version: .http1_1, method: .GET, uri: lines.first ?? "", headers: ["Host": "h"])
  for line in lines.dropFirst() {
    let words = line.split(separator: ":", maxSplits: 1).map(String.init)
    // The parser rejects other names.
    if words.count == 2, words[0].utf8.allSatisfy({ $0 < 0x80 }) { head.headers.add(name: words[0], value: words[1]) }
  }
  do throws(RequestFault) {
    let request = try ServedRequest(head)
    precondition(request.path.allSatisfy { $0 != ".." && $0 != "." && !$0.utf8.contains(0) })
    check(site.response(to: .success(request)), request)
  } catch {
    precondition((400..<500).contains(error.status.code))
  }
}

private func check(_ response: ServedResponse, _ request: ServedRequest) {
  precondition(response.status.code < 500)
  let body = try! response.body.read(0..<response.body.count)
  precondition(body.count == response.body.count && !String(decoding: body, as: UTF8.self).contains(secret))
  if response.status == .partialContent {
    precondition(!body.isEmpty && response.field("Content-Range") != nil && request.header("range") != nil)
  }
  if response.status == .rangeNotSatisfiable || response.status == .notModified { precondition(body.isEmpty) }
}

private let secret = "a file beside the bundle's own"

/// A site of a small bundle in a folder of tiles.
private let site: BundleSite = {
  let root = FileManager.default.temporaryDirectory.appendingPathComponent("overtile-fuzz-\(getpid())")
  let folder = root.appendingPathComponent("small")
  let tile: [UInt8] = [0x1A, 5, 0x0A, 1, 0x61, 0x78, 2, 0x1A, 5, 0x0A, 1, 0x62, 0x78, 2]
  let file = folder.appendingPathComponent("tiles/0/0/0.pbf")
  try! FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
  try! Data(tile).write(to: file)
  for other in ["secret.txt", "small/secret.txt", "small/tiles/secret.pbf"] {
    try! Data(secret.utf8).write(to: root.appendingPathComponent(other))
  }
  var manifest = BundleManifest(
    name: "Small", tiles: .init(layout: .single, container: .directory, extent: 4096, buffer: 64),
    provenance: .init(configuration: "", features: "", reprojections: []))
  manifest.layers = [
    .init(id: "a", kind: "cluster", minzoom: 0, maxzoom: 0), .init(id: "b", kind: "shape", minzoom: 0, maxzoom: 0),
  ]
  let bytes = tile.count + secret.utf8.count
  var entry = BundleManifest.File(
    path: "tiles", role: .tiles, (sha256: String(repeating: "0", count: 64), bytes: bytes))
  (entry.minzoom, entry.maxzoom) = (0, 0)
  manifest.files = [entry]
  try! manifest.encoded().write(to: folder.appendingPathComponent(BundleManifest.fileName))
  return try! BundleSite([BundleAddress(argument: folder.path)])
}()
