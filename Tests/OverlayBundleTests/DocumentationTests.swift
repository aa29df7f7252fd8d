import Foundation
import MapMath
import OverlayBundle
import OvertileConfiguration
import OvertileCore
import TestSupport
import Testing

// Blocks of DrawingOverlays.md, unchanged.

/// Keeps a map in step with its bundle.
actor ViewportFollower {
  private let bundle: BundleReader
  private var watcher: ViewportTracker
  private var drawn: ViewportOverlays?
  private var turn = 0

  init(_ bundle: BundleReader) {
    self.bundle = bundle
    watcher = ViewportTracker(options: bundle.manifest.viewportTiles, minimumIntervalSeconds: 0.25)
  }

  /// What to draw anew now that the map has come to rest; nil when nothing is, or a later call has overtaken this one.
  func settled(on camera: Camera, in viewport: MapViewport, atSeconds now: Double) async throws -> OverlayChanges? {
    guard try watcher.update(camera, in: viewport, phase: .settled, atSeconds: now) != nil else { return nil }
    turn += 1
    let mine = turn
    let seen = try await bundle.overlays(seenFrom: camera, in: viewport)
    guard mine == turn else { return nil }
    defer { drawn = seen }
    return seen.changes(from: drawn)
  }
}

func zoomIn(on cluster: ClusterOverlay, in viewport: MapViewport) -> Camera {
  Camera(center: cluster.position, zoom512: Double(cluster.expansionZoom))
}

func firstNames(of cluster: ClusterOverlay, in bundle: BundleReader) async throws -> [String] {
  let page = try await bundle.members(of: cluster, page: 1, size: 20)
  return page?.leaves.compactMap { $0.properties["name"]?.string } ?? []
}

func europe(in bundle: BundleReader) async throws -> [Overlay] {
  guard let box = GeographicBounds(west: -11, south: 35, east: 30, north: 71) else { return [] }
  return try await bundle.overlays(in: box, zoom: 3.7, layers: ["points"])
}

func geoJSON(for camera: Camera, in viewport: MapViewport, from bundle: BundleReader) async throws -> Data {
  try Overlay.geoJSON(try await bundle.overlays(seenFrom: camera, in: viewport).overlays)
}

/// The page on drawing: its blocks are compiled here, and work.
@Suite struct DocumentationTests {
  private static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()

  private static func page() throws -> String {
    try String(
      contentsOf: root.appendingPathComponent("Sources/OverlayBundle/OverlayBundle.docc/DrawingOverlays.md"),
      encoding: .utf8)
  }

  /// The blocks of code after a mark.
  private static func blocks(_ mark: String, _ language: String) throws -> [String] {
    try page().components(separatedBy: "<!-- \(mark) -->\n```\(language)\n").dropFirst().map {
      $0.components(separatedBy: "```")[0]
    }
  }

  @Test func compiledBlocksStandInThisFile() throws {
    let source = try String(contentsOf: URL(fileURLWithPath: #filePath), encoding: .utf8)
    let blocks = try Self.blocks("compiled", "swift")
    #expect(blocks.count >= 5)
    for block in blocks {
      let indented = block.split(separator: "\n", omittingEmptySubsequences: false)
        .map { $0.isEmpty ? "" : "    " + $0 }.joined(separator: "\n")
      #expect(source.contains(block) || source.contains(indented), "not in this file:\n\(block)")
    }
  }

  @Test func allBlocksAreMarked() throws {
    let parts = try Self.page().components(separatedBy: "```swift\n").dropLast()
    #expect(parts.allSatisfy { $0.hasSuffix("<!-- compiled -->\n") })
  }

  @Test func styleIsJSONOverLayersOfTheQuickstart() throws {
    let text = try #require(try Self.blocks("style", "json").first)
    let style = try #require(JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
    #expect(style["version"] as? Int == 8)
    let sources = try #require(style["sources"] as? [String: [String: Any]])
    let layers = try #require(style["layers"] as? [[String: Any]])
    let file = Self.root.appendingPathComponent("Pipelines/quickstart.yaml")
    let pipeline = try PipelineConfiguration(yaml: String(contentsOf: file, encoding: .utf8), file: file.path)
    let names = Set(pipeline.layers.map(\.name.value))
    #expect(Set(layers.compactMap { $0["id"] as? String }).count == layers.count)
    for layer in layers {
      let isOfSource = sources[layer["source"] as? String ?? ""] != nil
      #expect(isOfSource && names.contains(layer["source-layer"] as? String ?? ""))
      #expect(["fill", "circle", "line", "symbol"].contains(layer["type"] as? String))
    }
  }

  private static let yaml = """
    name: Page
    sources: {all: {path: in.json, onInvalid: skip, maxRejected: 100%}}
    layers:
      points: {source: all, kind: cluster, zooms: 0-5, cluster: {radius: 90px, nonPoints: label}}
      areas: {source: all, kind: shape, zooms: 0-5}
    output: {path: out}
    """

  @Test func blocksWork() async throws {
    let scratch = try ScratchFolder()
    let folder = try scratch.build(Self.yaml, ReadingBackFeatures(seed: 4, count: 120).texts)
    let bundle = try await BundleReader(folder: folder)
    let camera = Camera(center: Coordinate(latitude: -17.7, longitude: 178.1), zoom512: 4.5, bearing: 30, pitch: 45)
    let seen = try await bundle.overlays(seenFrom: camera, in: MapViewport(width: 390, height: 844))
    for overlay in seen.overlays {
      switch overlay {
      case .cluster(let cluster): print(cluster.position, cluster.abbreviatedCount)
      case .point(let point): print(point.position, point.properties)
      case .circle(let circle): print(circle.center, circle.radiusMeters, circle.ring().count)
      case .dissolvedCircles(let shape): print(shape.circleCount, shape.polygons.count)
      case .shape(let shape): print(shape.id, shape.polygons.count, shape.lines.count)
      case .feature(let feature): print(feature.id, feature.fault ?? "of a kind that this version does not know")
      }
    }
    let viewport = MapViewport(width: 390, height: 844)
    let follower = ViewportFollower(bundle)
    let first = try await follower.settled(on: camera, in: viewport, atSeconds: 0)
    #expect(first?.inserted == seen.overlays && first?.removed == [])
    #expect(try await follower.settled(on: camera, in: viewport, atSeconds: 1) == nil)
    #expect(try await geoJSON(for: camera, in: viewport, from: bundle) == Overlay.geoJSON(seen.overlays))
    for case .cluster(let cluster) in seen.overlays {
      #expect(try await firstNames(of: cluster, in: bundle).count == min(20, cluster.pointCount))
      let closer = try await bundle.overlays(seenFrom: zoomIn(on: cluster, in: viewport), in: viewport)
      #expect(cluster.expansionZoom > 5 || !closer.overlays.contains { $0.id == cluster.id })
    }
    let envelope = BundleManifest.Pulse(scale: [0.8, 1.2], opacity: [0.5, 0.05], seconds: 2)
    #expect(envelope.step(atSeconds: 4) == (0.8, 0.5) && abs(envelope.step(atSeconds: 7).scale - 1) < 1e-12)
    #expect(try await europe(in: bundle).allSatisfy { $0.id.layer == "points" })
    let shapes = seen.overlays.compactMap { overlay in
      if case .shape(let shape) = overlay { shape } else { nil }
    }
    #expect(shapes.contains { !$0.polygons.isEmpty && !$0.outline.isEmpty })
  }
}
