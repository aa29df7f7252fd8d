import OvertilePlatform

/// The response to a client whose connection has to make way for others.
enum BusyResponse {
  /// The bytes of the response, after which the connection ends.
  static func bytes(_ handler: any RequestHandler) -> [UInt8] {
    let fault = RequestFault(.unavailable, "busy", "the server has as many connections as it may; try again")
    var response = handler.response(to: fault)
    if response.field("Retry-After") == nil { response.fields.append(.init("Retry-After", "1")) }
    let head = ResponseText.head(response, keepsConnection: false, date: ResponseText.date(time(nil)))
    if case .bytes(let bytes) = response.body { return head + bytes }
    return head
  }
}
