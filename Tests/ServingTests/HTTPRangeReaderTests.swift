import Foundation
import MapMath
import NIOHTTP1
import OverlayBundle
import OverlayBundleHTTP
import OvertileConfiguration
import OvertilePipeline
import TestSupport
import Testing

@testable import OvertileServing

/// Bundles on a web server: the requests that views take, and bundles that are replaced while they are read.
@Suite struct HTTPRangeReaderTests {
  /// The validators that a server sends.
  enum Tags: CaseIterable { case strong, weak, none }

  /// A server of files that switches to another folder after every so many responses.
  private final class Host: @unchecked Sendable {
    let folders: [URL]
    let tags: Tags
    let step: Int
    // Guarded by `lock`.
    private var responses = 0
    private var paths: [String] = []
    private let lock = NSLock()

    init(_ folders: [URL], _ tags: Tags, step: Int) { (self.folders, self.tags, self.step) = (folders, tags, step) }

    /// The paths that were asked for since the last time.
    func taken() -> [String] {
      lock.withLock {
        defer { paths = [] }
        return paths
      }
    }

    /// How often another bundle was published.
    var publications: Int { lock.withLock { responses / step } }

    func response(to request: Result<ServedRequest, RequestFault>) -> ServedResponse {
      guard case .success(let request) = request else { return ServedResponse(.badRequest) }
      let folder = lock.withLock {
        responses += 1
        paths.append(request.path.joined(separator: "/"))
        return folders[responses / step % folders.count]
      }
      let file = folder.appendingPathComponent(request.path.joined(separator: "/"))
      guard let data = FileManager.default.contents(atPath: file.path) else { return ServedResponse(.notFound) }
      let tag = "\(folder.deletingLastPathComponent().lastPathComponent)-\(data.count)"
      let content = Representation(tag: tag, body: .init(Array(data)))
      var response = content.response(to: request)
      switch tags {
      case .strong: break
      case .weak: response.fields.replaceOrAdd(name: "ETag", value: "W/\"\(tag)\"")
      case .none: response.fields.remove(name: "ETag")
      }
      return response
    }
  }

  /// Builds a bundle whose every point has the number of its edition.
  private static func build(
    _ edition: Int, in folder: URL, format: String, layout: String, last: Int = 5
  ) throws -> URL {
    var random = SeededRandom(seed: UInt64(edition))
    let input = (0..<2000).map { index in
      let (x, y) = (Double.random(in: -60...60, using: &random), Double.random(in: -60...60, using: &random))
      return #"{"type":"Feature","id":\#(index),"geometry":{"type":"Point","coordinates":[\#(x),\#(y)]},"#
        + #""properties":{"edition":\#(edition)}}"#
    }
    let base = folder.appendingPathComponent("\(edition)")
    try FileManager.default.createDirectory(at: base, withIntermediateDirectories: true)
    try Data(input.joined(separator: "\n").utf8).write(to: base.appendingPathComponent("in.geojsonl"))
    let yaml = """
      name: "\(edition)"
      sources: {in: {path: in.geojsonl}}
      layers:
        towns: {source: in, kind: cluster, zooms: 0-\(last), cluster: {members: full, aggregates: {edition: {max: edition}}}}
        rings: {source: in, kind: circle, zooms: 0-1, circle: {radius: 1km, draw: [center]}, properties: {keep: [edition]}}
      output: {path: out, format: \(format), layout: \(layout)}
      """
    let file = base.appendingPathComponent("p.yaml").path
    _ = try PipelineBuild(PipelineConfiguration(yaml: yaml, file: file)).run { _ in }
    return base.appendingPathComponent("out")
  }

  private func opened(_ open: () async throws -> BundleReader) async throws -> BundleReader {
    while true {
      do { return try await open() } catch BundleError.replaced { continue }
    }
  }

  /// Reads the overlays of a tile, and a page of leaves of one of its clusters; returns the editions of all that was found.
  private func editions(_ reader: BundleReader, _ tile: TileID) async throws -> Set<Double> {
    var found: Set<Double> = []
    var cluster: UInt64?
    for overlay in try await reader.overlays(of: tile) {
      switch overlay {
      case .cluster(let overlay):
        found.insert(overlay.aggregates["edition"]?.number ?? -1)
        cluster = overlay.id.number
      case .point(let overlay): found.insert(overlay.properties["edition"]?.number ?? -1)
      case .circle(let overlay): found.insert(overlay.properties["edition"]?.number ?? -1)
      default: found.insert(-1)
      }
    }
    guard let cluster else { return found }
    let members = try #require(try await reader.members(of: "towns"))
    let leaves = try #require(try await members.leaves(of: cluster, limit: 10), "a cluster without leaves")
    return found.union(leaves.map { $0.properties["edition"]?.number ?? -1 })
  }

  /// One for the manifest when the bundle is opened, and for the first view another look at it, and for each archive in view its
  /// header, its leaf directories and its tiles.
  @Test(arguments: ["per-zoom", "single", "per-layer"])
  func aFirstViewTakesTwoRequestsAndThreeForEachArchive(layout: String) async throws {
    let folder = try ScratchFolder()
    let place = folder.url
    let bundle = try await onOwnThread { try Self.build(1, in: place, format: "pmtiles", layout: layout, last: 9) }
    let host = Host([bundle], .strong, step: .max)
    let server = try WebServer(host: "127.0.0.1", port: 0, handler: host.response)
    Thread.detachNewThread { server.run() }
    defer { server.stop() }
    let base = try #require(URL(string: "http://127.0.0.1:\(server.port)/"))
    var most = 0
    for seed in seeds(12) {
      var random = SeededRandom(seed: seed)
      let camera = Camera(
        center: Coordinate(
          latitude: .random(in: 10...60, using: &random), longitude: .random(in: 10...60, using: &random)),
        zoom512: .random(in: 0...10, using: &random))
      let reader = try await BundleReader(reader: HTTPRangeReader(base), name: "towns")
      #expect(host.taken() == ["bundle.json"])
      let seen = try await reader.overlays(seenFrom: camera, in: MapViewport(width: 390, height: 844))
      let paths = host.taken()
      let archives = Set(paths).subtracting(["bundle.json"])
      #expect(!seen.overlays.isEmpty && archives.count <= 2, "seed \(seed): \(paths)")
      #expect(1 + paths.count <= 2 + 3 * archives.count, "seed \(seed): \(paths)")
      most = max(most, paths.count - archives.count)
    }
    #expect(layout == "per-zoom" || most >= 3, "some archives have leaf directories")
  }

  /// What tells bundles apart does not depend on their containers.
  @Test(arguments: zip(Tags.allCases, [("pmtiles", "per-zoom"), ("pmtiles", "single"), ("directory", "per-layer")]))
  func bundlesAreNeverMixed(_ tags: Tags, storage: (format: String, layout: String)) async throws {
    let folder = try ScratchFolder()
    let place = folder.url
    let folders = try await onOwnThread {
      try (1...3).map { try Self.build($0, in: place, format: storage.format, layout: storage.layout) }
    }
    let host = Host(folders, tags, step: 200)
    let server = try WebServer(host: "127.0.0.1", port: 0, handler: host.response)
    Thread.detachNewThread { server.run() }
    defer { server.stop() }
    let base = try #require(URL(string: "http://127.0.0.1:\(server.port)/"))
    let replaced = try await withThrowingTaskGroup(of: Int.self) { group in
      for task in 0..<4 {
        group.addTask {
          var random = SeededRandom(seed: UInt64(task))
          // Nothing is kept, so that everything is read.
          var limits = BundleLimits()
          limits.cacheBytes = 0
          var reader = try await opened { [limits] in
            try await BundleReader(reader: HTTPRangeReader(base), name: "towns", limits: limits)
          }
          var replaced = 0
          var views = 0
          while views < 84 || host.publications < 10 {
            views += 1
            let zoom = Int.random(in: 0...5, using: &random)
            let (x, y) = (Int.random(in: 0..<1 << zoom, using: &random), Int.random(in: 0..<1 << zoom, using: &random))
            let tile = try #require(TileID(z: zoom, x: x, y: y))
            do {
              let found = try await editions(reader, tile)
              #expect(found.isEmpty || found == [Double(reader.manifest.name) ?? 0], "\(tile)")
            } catch BundleError.replaced {
              replaced += 1
              let old = reader
              reader = try await opened { try await old.refresh() }
            }
          }
          return replaced
        }
      }
      return try await group.reduce(0, +)
    }
    #expect(replaced > 0 && host.publications >= 10)
  }
}
