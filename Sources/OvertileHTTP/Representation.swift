/// Content with the fields that describe it, from which conditional and partial responses are made.
///
/// Source: RFC 9110, sections 13.2.2 (the order of conditions) and 14.
package struct Representation: Sendable {
  /// The media type.
  package var type: String
  /// The strong tag of the content; nil for content that is made anew each time.
  package var tag: String?
  /// The value of `Cache-Control`.
  package var caching: String
  /// The value of `Content-Encoding`, or nil.
  package var encoding: String?
  /// Whether another client may receive another encoding.
  package var variesByEncoding = false
  /// Further fields of a request that the content depends on.
  package var varyingFields: [String] = []
  /// Whether parts of it are sent.
  package var hasRanges = false
  /// The content.
  package var body: ServedResponse.Body

  /// Describes content.
  package init(type: String, tag: String?, caching: String = "no-cache", body: ServedResponse.Body) {
    (self.type, self.tag, self.caching, self.body) = (type, tag, caching, body)
  }

  /// The response to a request: 200, 206, 304, 412 or 416.
  package func response(to request: ServedRequest) -> ServedResponse {
    if let tag, let failed = Self.precondition(tag, request) {
      return ServedResponse(failed, failed == .notModified ? validators : [])
    }
    let size = body.count ?? 0
    var fields = [ServedResponse.Field("Content-Type", type)]
    if let encoding { fields.append(.init("Content-Encoding", encoding)) }
    fields += validators
    guard hasRanges else { return ServedResponse(.ok, fields, body: body) }
    fields.append(.init("Accept-Ranges", "bytes"))
    switch range(request, size: size) {
    case .whole: return ServedResponse(.ok, fields, body: body)
    case .outside:
      return ServedResponse(.rangeNotSatisfiable, [.init("Content-Range", "bytes */\(size)")])
    case .part(let range):
      fields.append(.init("Content-Range", "bytes \(range.lowerBound)-\(range.upperBound - 1)/\(size)"))
      return ServedResponse(.partialContent, fields, body: body.part(range))
    }
  }

  /// The response to a request for content of no bytes: 204, 304 or 412.
  package func emptyResponse(to request: ServedRequest) -> ServedResponse {
    if let tag, let failed = Self.precondition(tag, request) {
      return ServedResponse(failed, failed == .notModified ? validators : [])
    }
    return ServedResponse(.noContent, validators)
  }

  /// The response to a request whose tag of the content is known already; nil if the content is needed.
  package static func unchanged(_ tags: [String], caching: String, _ request: ServedRequest) -> ServedResponse? {
    guard request.header("if-match") == nil, let field = request.header("if-none-match") else { return nil }
    let known = EntityTags(field)
    guard known != .any, let tag = tags.first(where: { known.contain($0) }) else { return nil }
    var same = Representation(type: "", tag: tag, caching: caching, body: .none)
    same.variesByEncoding = tags.count > 1
    return ServedResponse(.notModified, same.validators)
  }

  private var validators: [ServedResponse.Field] {
    var fields = [ServedResponse.Field("Cache-Control", caching)]
    if let tag { fields.append(.init("ETag", "\"\(tag)\"")) }
    let varying = (variesByEncoding ? ["Accept-Encoding"] : []) + varyingFields
    if !varying.isEmpty { fields.append(.init("Vary", varying.joined(separator: ", "))) }
    return fields
  }

  private static func precondition(_ tag: String, _ request: ServedRequest) -> ResponseStatus? {
    if let field = request.header("if-match"), !EntityTags(field).contain(tag, strongly: true) {
      return .preconditionFailed
    }
    if let field = request.header("if-none-match"), EntityTags(field).contain(tag) { return .notModified }
    return nil
  }

  private func range(_ request: ServedRequest, size: Int) -> ByteRange {
    guard request.method == .get, let field = request.header("range") else { return .whole }
    // There are no dates here, so one in If-Range never matches.
    if let condition = request.header("if-range") {
      guard condition.utf8.first == UInt8(ascii: "\""), let tag, EntityTags(condition).contain(tag, strongly: true)
      else {
        return .whole
      }
    }
    return ByteRange(field, size: size)
  }
}

extension ServedResponse.Body {
  /// A part of a body whose length is known.
  fileprivate func part(_ range: Range<Int>) -> ServedResponse.Body {
    switch self {
    case .bytes(let bytes): .bytes(Array(bytes[range]))
    case .source(_, let read):
      .source(count: range.count) { try read($0.lowerBound + range.lowerBound..<$0.upperBound + range.lowerBound) }
    case .none, .stream: self
    }
  }
}
