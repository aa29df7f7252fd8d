import Testing

@testable import OvertileHTTP

/// Conditional and partial responses: RFC 9110, sections 13 and 14.
@Suite struct ConditionTests {
  private func response(
    _ headers: [String: String], _ method: ServedRequest.Method = .get, ranges: Bool = true
  ) -> ServedResponse {
    var content = Representation(
      type: "a/b", tag: "t", body: .source(count: 10) { range in range.map { UInt8($0) } })
    content.hasRanges = ranges
    return content.response(to: ServedRequest(method, path: [""], headers: headers))
  }

  @Test(
    arguments: [
      ([:], 200), (["if-none-match": "\"t\""], 304), (["if-none-match": "W/\"t\""], 304), (["if-none-match": "*"], 304),
      (["if-none-match": "\"a\", \"t\""], 304), (["if-none-match": "\"a\""], 200), (["if-none-match": "t"], 200),
      (["if-none-match": "\"t"], 200), (["if-none-match": ""], 200), (["if-match": "\"t\""], 200),
      (["if-match": "*"], 200),
      (["if-match": "\"a\""], 412), (["if-match": "W/\"t\""], 412),
      (["if-match": "\"a\"", "if-none-match": "\"t\""], 412),
      (["range": "bytes=2-3"], 206), (["range": "bytes=10-"], 416),
      (["range": "bytes=2-3", "if-none-match": "\"t\""], 304),
      (["range": "bytes=2-3", "if-range": "\"t\""], 206), (["range": "bytes=2-3", "if-range": "\"a\""], 200),
      (["range": "bytes=2-3", "if-range": "W/\"t\""], 200), (["range": "bytes=12-", "if-range": "\"a\""], 200),
      (["range": "bytes=2-3", "if-range": "Mon, 23 Nov 2026 12:00:00 GMT"], 200),
    ] as [([String: String], Int)])
  func conditions(_ headers: [String: String], _ status: Int) {
    #expect(response(headers).status.rawValue == status)
  }

  @Test func aPartSaysWhereItIs() throws {
    let part = response(["range": "bytes=2-3"])
    #expect(part.field("Content-Range") == "bytes 2-3/10" && part.body.count == 2)
    guard case .source(_, let read) = part.body else { throw RequestFault(.gone, "", "") }
    #expect(try read(0..<2) == [2, 3])
    #expect(response(["range": "bytes=99-"]).field("Content-Range") == "bytes */10")
  }

  @Test func rangesAreOfGetAndOfWhatHasThem() {
    #expect(response(["range": "bytes=2-3"], .head).status == .ok)
    #expect(response(["range": "bytes=2-3"], ranges: false).status == .ok)
    #expect(response([:], ranges: false).field("Accept-Ranges") == nil)
  }

  @Test(
    arguments: [
      (nil, false), ("", false), ("gzip", true), ("deflate, gzip;q=0.5", true), ("gzip;q=0", false), ("*", true),
      ("*;q=0", false), ("gzip;q=0, *", false), ("identity", false), ("GZIP", true), ("br, gzip", true),
      ("x-gzip", true),
      ("gzip ; q=0.000", false), ("gzipped", false), (";;,,", false),
    ] as [(String?, Bool)])
  func encodings(_ field: String?, _ accepts: Bool) {
    #expect(AcceptedEncodings.haveGzip(field) == accepts)
  }

  @Test(arguments: [(0, "Thu, 01 Jan 1970 00:00:00 GMT"), (784_111_777, "Sun, 06 Nov 1994 08:49:37 GMT")])
  func dates(_ seconds: Int, _ text: String) { #expect(ResponseText.date(seconds) == text) }

  @Test func aValueCannotBeginAField() {
    let head = ResponseText.head(
      ServedResponse(.ok, [.init("X", "a\r\nSet-Cookie: b")], body: .bytes([1])), keepsConnection: false, date: "d")
    #expect(
      String(decoding: head, as: UTF8.self)
        == "HTTP/1.1 200 OK\r\nDate: d\r\nX: a  Set-Cookie: b\r\nContent-Length: 1\r\nConnection: close\r\n\r\n")
  }
}
