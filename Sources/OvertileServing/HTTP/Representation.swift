import NIOHTTP1

/// Content with the fields that describe it, from which conditional and partial responses are made.
///
/// Source: RFC 9110, sections 13.2.2 (the order of conditions) and 14.
struct Representation {
  /// The media type.
  var type = ""
  /// The strong tag of the content.
  var tag: String
  /// The value of `Cache-Control`.
  var caching = "no-cache"
  /// The value of `Content-Encoding`, or nil.
  var encoding: String?
  /// The fields of a request that the content depends on.
  var varying: [String] = []
  /// The content; empty content is 204.
  var body = ServedResponse.Body.none

  /// The response to a request: 200, 204, 206, 304, 412 or 416.
  func response(to request: ServedRequest) -> ServedResponse {
    if let field = request.header("if-match"), !Self.tags(in: field, strong: true).contains(tag), field != "*" {
      return ServedResponse(.preconditionFailed)
    }
    if let field = request.header("if-none-match"), field == "*" || Self.tags(in: field).contains(tag) {
      return ServedResponse(.notModified, validators)
    }
    guard body.count > 0 else { return ServedResponse(.noContent, validators) }
    var fields = validators
    fields.add(name: "Content-Type", value: type)
    if let encoding { fields.add(name: "Content-Encoding", value: encoding) }
    fields.add(name: "Accept-Ranges", value: "bytes")
    switch range(request) {
    case .whole: return ServedResponse(.ok, fields, body: body)
    case .outside: return ServedResponse(.rangeNotSatisfiable, ["Content-Range": "bytes */\(body.count)"])
    case .part(let range):
      let value = "bytes \(range.lowerBound)-\(range.upperBound - 1)/\(body.count)"
      fields.add(name: "Content-Range", value: value)
      return ServedResponse(.partialContent, fields, body: body.part(range))
    }
  }

  private var validators: HTTPHeaders {
    var fields: HTTPHeaders = ["Cache-Control": caching, "ETag": "\"\(tag)\""]
    if !varying.isEmpty { fields.add(name: "Vary", value: varying.joined(separator: ", ")) }
    return fields
  }

  /// The tags in a field such as `If-None-Match`, without their quotation marks; weak ones only unless `strong`.
  private static func tags(in field: String, strong: Bool = false) -> Set<String> {
    let parts = field.split(separator: "\"", maxSplits: 200, omittingEmptySubsequences: false)
    let quoted = stride(from: 1, to: parts.count - 1, by: 2)
    return Set(quoted.filter { !strong || !parts[$0 - 1].hasSuffix("W/") }.map { String(parts[$0]) })
  }

  private func range(_ request: ServedRequest) -> ByteRange {
    guard request.method == .GET else { return .whole }
    // There are no dates here, so one in If-Range never matches.
    if let condition = request.header("if-range"), condition != "\"\(tag)\"" { return .whole }
    return ByteRange(request.header("range"), size: body.count)
  }
}

extension ServedRequest {
  /// Whether the client accepts gzip; without the field it is not sent any. Source: RFC 9110, section 12.5.3.
  var acceptsGzip: Bool {
    (header("accept-encoding") ?? "").contains(#/\bgzip\b(?!\s*;\s*q=0(\.0*)?\s*(,|$))/#.ignoresCase())
  }
}
