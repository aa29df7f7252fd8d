import OvertileHTTP

/// The fields that let pages of other origins read the site. Source: the Fetch standard, section 3.3.
enum CrossOrigin {
  /// The fields of every response.
  static let fields = [
    ServedResponse.Field("Access-Control-Allow-Origin", "*"),
    ServedResponse.Field(
      "Access-Control-Expose-Headers", "ETag, Content-Range, Content-Length, Accept-Ranges, Content-Encoding"),
  ]

  /// The response to a browser that asks before a request with fields of its own.
  static func preflight() -> ServedResponse {
    ServedResponse(
      .noContent,
      [
        .init("Allow", "GET, HEAD, OPTIONS"), .init("Access-Control-Allow-Methods", "GET, HEAD, OPTIONS"),
        .init("Access-Control-Allow-Headers", "Range, If-None-Match, If-Range, If-Match, Cache-Control, Content-Type"),
        .init("Access-Control-Max-Age", "86400"),
      ])
  }
}
