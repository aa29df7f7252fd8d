import Foundation
import OvertileHTTP
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

  @Test(arguments: [
    ("/other/", "unknown-bundle"), ("/small/three/0/0/0.mvt", "unknown-layer"), ("/small/3/0/0.mvt", "outside-zooms"),
    ("/small/two%20words/0/0/0.mvt", "outside-zooms"), ("/small/1/2/0.mvt", "outside-grid"),
    ("/small/1/x/0.mvt", "bad-tile"),
    ("/small/0/0/0.geojson", "other-format"), ("/small/nothing", "not-found"), ("/small/tiles", "not-found"),
    ("/small/tiles/9/9/9.pbf", "not-found"), ("/small/tiles/0/0/0.mvt", "not-found"),
    ("/small/tiles/0/0/x.pbf", "not-found"), ("/small/tiles/0/0/0", "not-found"),
    ("/small/0/0/0.mvt?v=abc", "old-version"), ("/small/0/0/0.mvt?v=1&v=2", "bad-parameter"),
    ("/small/one/clusters/1/leaves", "no-members"), ("/small/one/features?zoom=1", "bad-parameter"),
    ("/favicon.ico", "unknown-bundle"), ("*", "unknown-bundle"),
  ])
  func faults(_ target: String, _ code: String) async throws {
    try await onOwnThread {
      let small = try TestSite()
      let site = try small.site()
      #expect(try site.code(target) == code, "\(target)")
      #expect(try site.get(target).response.status.rawValue / 100 == 4)
    }
  }

  @Test func everyResponseMayBeReadByOtherOrigins() async throws {
    try await onOwnThread {
      let small = try TestSite()
      let site = try small.site()
      for target in ["/", "/small/", "/small/0/0/0.mvt", "/nowhere", "/health", "/metrics"] {
        #expect(try site.get(target).response.field("access-control-allow-origin") == "*")
      }
    }
  }

  @Test func aVersionFixesTheContent() async throws {
    try await onOwnThread {
      let small = try TestSite()
      let site = try small.site()
      let version = try #require(site.bundle(named: "small")?.version)
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
      #expect(found.response.status == .internalError)
      #expect(!String(decoding: found.body, as: UTF8.self).contains(small.folder.path))
      guard case .failed("/small/0/0/0.mvt", let reason)? = events.all.first else {
        Issue.record("no event: \(events.all)")
        return
      }
      #expect(reason.contains("tiles/0/0/0.pbf"))
    }
  }

  @Test func furtherRoutesComeFirst() async throws {
    try await onOwnThread {
      struct Style: SiteRoute {
        let name = "style"
        func response(to request: ServedRequest, on site: BundleSite) throws -> ServedResponse? {
          guard request.path.last == "style.json" else { return nil }
          guard let bundle = site.bundle(named: request.path[0]) else {
            throw RequestFault(.notFound, "no-style", "none")
          }
          return ServedResponse(type: "application/json", Array("\"\(bundle.manifest.name)\"".utf8))
        }
      }
      let small = try TestSite()
      let site = try small.site([Style()])
      #expect(try site.get("/small/style.json").body == Array("\"Small\"".utf8))
      #expect(try site.code("/x/style.json") == "no-style")
      #expect(try site.get("/small/tile.json").response.status == .ok)
      let metrics = String(decoding: try site.get("/metrics").body, as: UTF8.self)
      #expect(metrics.contains("overtile_serve_requests_total{route=\"style\",status=\"200\"} 1"))
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
  func originsOfAddresses(_ headers: [String: String], _ origin: String) {
    let request = ServedRequest(path: [""], headers: headers.merging(["host": "h:1"]) { own, _ in own })
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
