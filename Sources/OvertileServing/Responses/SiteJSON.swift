import OvertileDigests
import OvertileFeatures
import OvertileHTTP

/// Responses of JSON.
enum SiteJSON {
  /// The media type of JSON.
  static let type = "application/json"
  /// The media type of GeoJSON: RFC 7946, section 12.
  static let geoJSONType = "application/geo+json"

  /// A value as a response, with a tag of its content, so that one that is unchanged is not sent again.
  static func response(
    _ value: JSONValue, _ request: ServedRequest, type: String = SiteJSON.type, caching: String = "no-cache",
    varyingFields: [String] = []
  ) -> ServedResponse {
    response(text(value), request, type: type, caching: caching, varyingFields: varyingFields)
  }

  /// A text as a response, in the same way.
  static func response(
    _ bytes: [UInt8], _ request: ServedRequest, type: String, caching: String = "no-cache",
    varyingFields: [String] = []
  ) -> ServedResponse {
    let tag = String(SHA256.text(of: bytes).prefix(32))
    var content = Representation(type: type, tag: tag, caching: caching, body: .bytes(bytes))
    content.varyingFields = varyingFields
    return ((try? Compression.compressed(content, bytes, for: request)) ?? content).response(to: request)
  }

  /// The text of a value, with a line feed.
  static func text(_ value: JSONValue) -> [UInt8] {
    ((try? ExactJSON.encode(value)) ?? Array("null".utf8)) + [0x0A]
  }
}

/// Responses to what is wrong.
enum SiteFault {
  /// A fault as JSON: `{"error": {"code", "message"}}`.
  static func response(_ fault: RequestFault) -> ServedResponse {
    let value: JSONValue = ["error": ["code": .string(fault.code), "message": .string(fault.message)]]
    var fields = [ServedResponse.Field("Cache-Control", "no-store")]
    if fault.status == .unavailable { fields.append(.init("Retry-After", "1")) }
    if fault.status == .methodNotAllowed { fields.append(.init("Allow", "GET, HEAD, OPTIONS")) }
    return ServedResponse(fault.status, type: SiteJSON.type, SiteJSON.text(value), fields)
  }
}
