import Foundation
import TestSupport
import Testing

@testable import OvertileServing

@Suite struct SiteTests {
  @Test func tilesOfLayers() async throws {
    try await onOwnThread {
      let small = try TestSite()
      let site = try small.site()
      #expect(try site.get("/small/1/0/1.mvt").body == TestSite.tile(["one", "two words"]))
      #expect(try site.get("/small/two%20words/1/0/1.mvt").body == TestSite.tile(["two words"]))
      #expect(try site.get("/small/one/1/0/1.pbf").body == TestSite.tile(["one"]))
      #expect(try site.get("/small/one/1/1/1.mvt").response.status == .noContent)
      #expect(try site.get("/small/one/2/0/0.mvt").response.status == .noContent)
      #expect(try site.get("/small/tiles/1/1/1.pbf").body == TestSite.tile(["two words"]))
    }
  }

  @Test func faults() async throws {
    try await onOwnThread {
      let small = try TestSite()
      let site = try small.site()
      for (target, code) in [
        ("/other/", "unknown-bundle"), ("/small/three/0/0/0.mvt", "unknown-layer"),
        ("/small/3/0/0.mvt", "outside-zooms"),
        ("/small/two%20words/0/0/0.mvt", "outside-zooms"), ("/small/1/2/0.mvt", "outside-grid"),
        ("/small/1/x/0.mvt", "bad-tile"),
        ("/small/0/0/0.geojson", "not-found"), ("/small/nothing", "not-found"), ("/small/tiles", "not-found"),
        ("/small/tiles/9/9/9.pbf", "not-found"), ("/small/tiles/0/0/0.mvt", "not-found"),
        ("/small/tiles/0/0/x.pbf", "not-found"), ("/small/tiles/0/0/0", "not-found"),
        ("/small/0/0/0.mvt?v=abc", "old-version"), ("/small/1/-1/0.mvt", "bad-tile"),
        ("/small/one/clusters/1/leaves", "no-members"), ("/small/one/features?zoom=1", "bad-parameter"),
        ("/favicon.ico", "unknown-bundle"), ("*", "unknown-bundle"),
      ] {
        #expect(try site.code(target) == code && site.get(target).response.status.code / 100 == 4, "\(target)")
      }
    }
  }

  @Test func aVersionFixesTheContent() async throws {
    try await onOwnThread {
      let small = try TestSite()
      let site = try small.site()
      let version = try #require(site.bundles().first?.version)
      let pinned = try site.get("/small/0/0/0.mvt?v=\(version)")
      #expect(pinned.response.field("cache-control")?.contains("immutable") == true)
      let files = FileManager.default
      let next = small.folder.deletingLastPathComponent().appendingPathComponent("next")
      try TestSite.write(next, mark: "b")
      try files.moveItem(at: small.folder, to: small.folder.appendingPathExtension("old"))
      try files.moveItem(at: next, to: small.folder)
      usleep(250_000)
      #expect(try site.get("/small/0/0/0.mvt").body == TestSite.tile(["one", "b"]))
      // The old bundle is still held, as long as its folder is there.
      #expect(try site.get("/small/0/0/0.mvt?v=\(version)").body == pinned.body)
      try files.removeItem(at: small.folder.appendingPathExtension("old"))
      #expect(try site.code("/small/0/0/0.mvt?v=\(version)") == "old-version")
      #expect(try site.get("/small/tile.json").response.status == .ok)
    }
  }

  @Test func aFileThatCannotBeReadIsTheServersFault() async throws {
    try await onOwnThread {
      let small = try TestSite()
      let events = Events()
      let site = try small.site { events.add($0) }
      let file = small.folder.appendingPathComponent("tiles/0/0/0.pbf")
      try FileManager.default.removeItem(at: file)
      try FileManager.default.createDirectory(at: file, withIntermediateDirectories: false)
      let found = try site.get("/small/0/0/0.mvt")
      #expect(found.response.status == .internalServerError)
      #expect(!String(decoding: found.body, as: UTF8.self).contains(small.folder.path))
      guard case .failed("/small/0/0/0.mvt", let reason)? = events.all.first else {
        Issue.record("no event: \(events.all)")
        return
      }
      #expect(reason.contains("tiles/0/0/0.pbf"))
    }
  }

  /// A page of a stranger reads nothing: its name may lead here, its browser asks for no permission.
  @Test func aPreviewKeepsTheSiteToItself() async throws {
    try await onOwnThread {
      let small = try TestSite()
      let site = try small.site(preview: PreviewRoute(host: "maps.local"))
      for host in ["127.0.0.1:80", "localhost", "localhost:8080", "[::1]:80", "192.0.2.1", "maps.local:1"] {
        let found = try site.get("/small/tile.json", host: host)
        #expect(found.response.status == .ok && found.response.field("access-control-allow-origin") == nil, "\(host)")
      }
      let others = ["evil.example", "evil.example:80", "127.0.0.1.evil.example", "localhost.evil.example", "1.2.3.4a"]
      for host in others {
        for address in ["/small/tile.json", "/preview/", "/", "/health"] {
          #expect(try site.code(address, host: host) == "other-host", "\(host)")
        }
      }
      #expect(try site.get("/preview/index.html", host: "localhost").response.status == .ok)
      let metrics = String(decoding: try site.get("/metrics", host: "localhost").body, as: UTF8.self)
      #expect(metrics.contains("overtile_serve_requests_total{route=\"preview\",status=\"200\"} 1"))
    }
  }

  @Test(
    arguments: [
      ([:], "http://h:1"), (["x-forwarded-proto": "https"], "https://h:1"),
      (["x-forwarded-host": "a.example"], "http://a.example"),
      (["x-forwarded-host": "a/b\"<"], ""), (["x-forwarded-proto": "javascript"], "http://h:1"),
      (["x-forwarded-host": "[::1]:80"], "http://[::1]:80"),
      (["x-forwarded-prefix": "/a/b%20c/"], "http://h:1/a/b%20c"),
      (["x-forwarded-prefix": "//b.example"], "http://h:1"),
      (["x-forwarded-prefix": "//b.example/", "x-forwarded-host": "a/b"], ""),
      (["x-forwarded-prefix": "/../a"], "http://h:1"), (["x-forwarded-prefix": "a"], "http://h:1"),
    ] as [([String: String], String)])
  func originsOfAddresses(_ headers: [String: String], _ origin: String) throws {
    let request = try TestSite.request("/", [("Host", "h:1")] + headers.map { ($0, $1) })
    #expect(request.origin == origin)
  }
}

/// Events of a site.
private final class Events: @unchecked Sendable {
  private let lock = NSLock()
  private var events: [SiteEvent] = []

  var all: [SiteEvent] { lock.withLock { events } }
  func add(_ event: SiteEvent) { lock.withLock { events.append(event) } }
}
