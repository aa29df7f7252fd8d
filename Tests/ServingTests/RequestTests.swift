import NIOHTTP1
import TestSupport
import Testing

@testable import OvertileServing

@Suite struct RequestTests {
  @Test func readsARequest() throws {
    let request = try TestSite.request(
      "/a%20b/%C3%BC/?bbox=1,2&x&y=a%3Db", [("Host", "h:1"), ("Range", "bytes=0-5"), ("X", "1"), ("x", "2")])
    #expect(request.method == .GET && request.path == ["a b", "\u{FC}", ""])
    #expect(request.query.map(\.name) == ["bbox", "x", "y"] && request.query.map(\.value) == ["1,2", "", "a=b"])
    #expect(request.header("range") == "bytes=0-5" && request.header("x") == "1, 2" && request.header("y") == nil)
  }

  @Test(
    arguments: [
      ("/", [""]), ("//", ["", ""]), ("/a", ["a"]), ("/a/", ["a", ""]), ("/a//b", ["a", "", "b"]), ("/a%2Fb", ["a/b"]),
      ("/a?b?c", ["a"]), ("http://h/a", ["a"]), ("HTTPS://h", [""]), ("http://h:8/a/b", ["a", "b"]), ("*", ["*"]),
      ("/%2e", nil), ("/../a", nil), ("/a/..", nil), ("/a/%2E%2e/b", nil), ("/%", nil), ("/%1", nil), ("/%g0", nil),
      ("/%00", nil), ("/%7f", nil), ("/%ff", nil), ("/%c0%af", nil), ("/%ed%a0%80", nil), ("a", nil), ("", nil),
      ("?a", nil), ("h:80", nil), ("/...", ["..."]), ("/a..b", ["a..b"]), ("/\u{FC}", nil), ("/a b", nil),
    ] as [(String, [String]?)])
  func decodesPaths(_ address: String, _ path: [String]?) {
    #expect((try? TestSite.request(address))?.path == path)
  }

  @Test func theFirstOfEqualParametersCounts() throws {
    let request = try TestSite.request("/?a=1&b=2&b=3")
    #expect(request.parameter("a") == "1" && request.parameter("b") == "2" && request.parameter("c") == nil)
  }

  /// Addresses with random damage end in a request or a fault of a client, and a request has only what a decoded one may have.
  @Test(arguments: seeds(4)) func damageEndsInAFault(_ seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    var requests = 0
    for _ in 0..<1000 {
      var bytes = Array("/q/%41/3/4/2.mvt?v=1&b=%20".utf8)
      for _ in 0...Int.random(in: 0..<4, using: &random) {
        let index = Int.random(in: 0..<bytes.count, using: &random)
        switch Int.random(in: 0..<3, using: &random) {
        case 0: bytes[index] = UInt8.random(in: 0...255, using: &random)
        case 1: bytes.remove(at: index)
        default: bytes.insert(UInt8.random(in: 0...255, using: &random), at: index)
        }
      }
      do throws(RequestFault) {
        let request = try TestSite.request(String(decoding: bytes, as: UTF8.self))
        requests += 1
        #expect(request.path.allSatisfy { $0 != "." && $0 != ".." && !$0.utf8.contains(0) }, "seed \(seed)")
      } catch {
        #expect((400..<500).contains(error.status.code), "seed \(seed)")
      }
    }
    #expect(requests > 100)
  }

  @Test(
    arguments: [
      (nil, false), ("", false), ("gzip", true), ("deflate, gzip;q=0.5", true), ("gzip;q=0", false), ("*", false),
      ("*;q=0", false), ("gzip;q=0, *", false), ("identity", false), ("GZIP", true), ("br, gzip", true),
      ("x-gzip", true), ("gzip ; q=0.000", false), ("gzipped", false), (";;,,", false),
    ] as [(String?, Bool)])
  func encodings(_ field: String?, _ accepts: Bool) throws {
    let fields = field.map { [("Host", "h"), ("Accept-Encoding", $0)] } ?? [("Host", "h")]
    #expect(try TestSite.request("/", fields).acceptsGzip == accepts)
  }
}
