import NIOHTTP1
import Testing

@testable import OvertileServing

/// Conditional and partial responses: RFC 9110, sections 13 and 14.
@Suite struct ConditionTests {
  private func response(_ headers: [String: String], _ method: HTTPMethod = .GET) throws -> ServedResponse {
    let content = Representation(
      type: "a/b", tag: "t", body: .init(count: 10) { range in range.map { UInt8($0) } })
    return content.response(to: try TestSite.request("/", [("Host", "h")] + headers.map { ($0, $1) }, method))
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
    ] as [([String: String], UInt)])
  func conditions(_ headers: [String: String], _ status: UInt) throws {
    #expect(try response(headers).status.code == status)
  }

  @Test func aPartSaysWhereItIs() throws {
    let part = try response(["range": "bytes=2-3"])
    #expect(part.field("Content-Range") == "bytes 2-3/10" && part.body.count == 2)
    #expect(try part.body.read(0..<2) == [2, 3])
    #expect(try response(["range": "bytes=99-"]).field("Content-Range") == "bytes */10")
  }

  @Test func rangesAreOfGet() throws {
    #expect(try response(["range": "bytes=2-3"], .HEAD).status == .ok)
    #expect(try response([:]).field("Accept-Ranges") == "bytes")
  }
}
