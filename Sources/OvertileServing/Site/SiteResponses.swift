import NIOHTTP1
import OvertileCore
import OvertileTileArchive
import OvertileTileArchiveWriting

/// The media types of what a site sends.
enum MediaType {
  /// JSON.
  static let json = "application/json"
  /// GeoJSON: RFC 7946, section 12.
  static let geoJSON = "application/geo+json"
  /// A vector tile.
  static let tile = "application/vnd.mapbox-vector-tile"

  /// The media type of a file by its extension.
  static func of(_ name: String) -> String {
    switch name.split(separator: ".").last {
    case "html": "text/html; charset=utf-8"
    case "css": "text/css; charset=utf-8"
    case "js": "text/javascript; charset=utf-8"
    case "json": json
    default: TileContainer(ofFile: name)?.mediaType ?? "application/octet-stream"
    }
  }
}

extension Representation {
  /// The end of the tag of content that is compressed.
  static let compressedEnding = "-gzip"
  /// Bytes from which on compression is worth it.
  private static let compressedFrom = 1024

  /// Bytes with a tag of their content, so that they are not sent again to a client that has them, compressed if it accepts that.
  /// O(bytes).
  init(type: String, _ bytes: [UInt8], _ request: ServedRequest, caching: String = "no-cache") {
    self.init(type: type, tag: String(SHA256.text(of: bytes).prefix(32)), caching: caching)
    fill(bytes, for: request)
  }

  /// Sets the bytes of the content, compressed if the client accepts that. O(bytes).
  mutating func fill(_ bytes: [UInt8], for request: ServedRequest) {
    varying.insert("Accept-Encoding", at: 0)
    body = .init(bytes)
    guard bytes.count >= Self.compressedFrom, request.acceptsGzip, var compressor = try? GzipCompressor(),
      let compressed = try? compressor.compress(bytes)
    else { return }
    (body, encoding, tag) = (.init(compressed), "gzip", tag + Self.compressedEnding)
  }
}

extension ServedRequest {
  /// A value of JSON as the response to this request.
  func respond(
    _ value: JSONValue, type: String = MediaType.json, caching: String = "no-cache", varying: [String] = []
  ) -> ServedResponse {
    var content = Representation(type: type, Self.text(value), self, caching: caching)
    content.varying += varying
    return content.response(to: self)
  }

  /// The text of a value, with a line feed.
  fileprivate static func text(_ value: JSONValue) -> [UInt8] {
    ((try? ExactJSON.encode(value)) ?? Array("null".utf8)) + [0x0A]
  }
}

extension ServedResponse {
  /// A fault as JSON: `{"error": {"code", "message"}}`.
  init(_ fault: RequestFault) {
    let value: JSONValue = ["error": ["code": .string(fault.code), "message": .string(fault.message)]]
    self.init(
      fault.status, ["Content-Type": MediaType.json, "Cache-Control": "no-store"],
      body: .init(ServedRequest.text(value)))
    if fault.status == .serviceUnavailable { fields.add(name: "Retry-After", value: "1") }
    if fault.status == .methodNotAllowed { fields.add(name: "Allow", value: "GET, HEAD, OPTIONS") }
  }

  /// The response to a browser that asks what it may do. Source: the Fetch standard, section 3.3.
  static let options = ServedResponse(
    .noContent,
    [
      "Allow": "GET, HEAD, OPTIONS", "Access-Control-Allow-Methods": "GET, HEAD, OPTIONS",
      "Access-Control-Allow-Headers": "Range, If-None-Match, If-Range, If-Match, Cache-Control, Content-Type",
      "Access-Control-Max-Age": "86400",
    ])

  /// Lets pages of other origins read the response.
  mutating func share() {
    fields.add(name: "Access-Control-Allow-Origin", value: "*")
    fields.add(
      name: "Access-Control-Expose-Headers",
      value: "ETag, Content-Range, Content-Length, Accept-Ranges, Content-Encoding")
  }
}
