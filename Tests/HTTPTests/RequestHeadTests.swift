import TestSupport
import Testing

@testable import OvertileHTTP

@Suite struct RequestHeadTests {
  private func read(_ text: String) throws(RequestFault) -> ServedRequest {
    try RequestHead.read(Array(text.utf8)[...])
  }

  @Test func readsARequest() throws {
    let request = try read(
      "GET /a%20b/%C3%BC/?bbox=1,2&x&y=a%3Db HTTP/1.1\r\nHost: h:1\r\nRange:\t bytes=0-5 \r\nX: 1\r\nx: 2\r\n\r\n")
    #expect(request.method == .get && request.path == ["a b", "\u{FC}", ""] && request.keepsConnection)
    #expect(request.query.map(\.name) == ["bbox", "x", "y"] && request.query.map(\.value) == ["1,2", "", "a=b"])
    #expect(request.headers == ["host": "h:1", "range": "bytes=0-5", "x": "1, 2"])
  }

  @Test(arguments: [
    ("HTTP/1.1", "", true), ("HTTP/1.1", "Connection: close", false), ("HTTP/1.1", "Connection: Close, x", false),
    ("HTTP/1.0", "", false), ("HTTP/1.0", "Connection: keep-alive", true), ("HTTP/1.1", "Connection: keep-alive", true),
  ])
  func connectionsGoOn(_ version: String, _ field: String, _ goesOn: Bool) throws {
    let request = try read("HEAD / \(version)\r\nHost: h\r\n\(field.isEmpty ? "" : field + "\r\n")\r\n")
    #expect(request.keepsConnection == goesOn)
  }

  @Test(
    arguments: [
      ("/", [""]), ("//", ["", ""]), ("/a", ["a"]), ("/a/", ["a", ""]), ("/a//b", ["a", "", "b"]), ("/a%2Fb", ["a/b"]),
      ("/a?b?c", ["a"]), ("http://h/a", ["a"]), ("HTTPS://h", [""]), ("http://h:8/a/b", ["a", "b"]), ("*", ["*"]),
      ("/%2e", nil), ("/../a", nil), ("/a/..", nil), ("/a/%2E%2e/b", nil), ("/%", nil), ("/%1", nil), ("/%g0", nil),
      ("/%00", nil), ("/%7f", nil), ("/%ff", nil), ("/%c0%af", nil), ("/%ed%a0%80", nil), ("a", nil), ("", nil),
      ("?a", nil), ("h:80", nil), ("/...", ["..."]), ("/a..b", ["a..b"]),
    ] as [(String, [String]?)])
  func decodesPaths(_ target: String, _ path: [String]?) {
    #expect((try? RequestTarget.decode(Array(target.utf8)[...]).path) == path)
  }

  @Test func findsTheEndOfAHead() {
    let text = Array("GET / HTTP/1.1\r\nHost: h\r\n\r\nrest".utf8)
    for count in 0..<text.count {
      let end = RequestHead.end(in: Array(text[..<count]), searched: max(0, count - 1))
      if count < 27 { #expect(end == nil) }
      if count == 27 { #expect(end == 27) }
    }
    #expect(RequestHead.end(in: text) == 27)
    #expect(RequestHead.end(in: Array("a\n\nb".utf8)) == 3)
    #expect(RequestHead.end(in: Array("a\n\r\nb".utf8)) == 4)
    #expect(RequestHead.end(in: Array("a\r\rb".utf8)) == nil)
  }

  @Test func parametersOccurOnce() throws {
    let request = try read("GET /?a=1&b=2&b=3 HTTP/1.1\r\nHost: h\r\n\r\n")
    #expect(try request.parameter("a") == "1")
    #expect(try request.parameter("c") == nil)
    #expect(throws: RequestFault.self) { try request.parameter("b") }
  }

  /// Heads with random damage end in a request or a fault of a client, and a request has only what a decoded one may have.
  @Test(arguments: seeds(4)) func damageEndsInAFault(_ seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    let whole = Array(
      "GET /q/%41/3/4/2.mvt?v=1&b=%20 HTTP/1.1\r\nHost: h\r\nRange: bytes=1-2\r\nIf-None-Match: \"a\"\r\n\r\n".utf8)
    var requests = 0
    for _ in 0..<1000 {
      var bytes = whole
      for _ in 0...Int.random(in: 0..<4, using: &random) {
        let index = Int.random(in: 0..<bytes.count, using: &random)
        switch Int.random(in: 0..<3, using: &random) {
        case 0: bytes[index] = UInt8.random(in: 0...255, using: &random)
        case 1: bytes.remove(at: index)
        default: bytes.insert(UInt8.random(in: 0...255, using: &random), at: index)
        }
      }
      do throws(RequestFault) {
        let request = try RequestHead.read(bytes[...])
        requests += 1
        #expect(request.path.allSatisfy { $0 != "." && $0 != ".." && !$0.utf8.contains(0) }, "seed \(seed)")
      } catch {
        #expect((400..<600).contains(error.status.rawValue) && error.status != .internalError, "seed \(seed)")
      }
    }
    #expect(requests > 100)
  }
}
