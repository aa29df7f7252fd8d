import Foundation
import MapMath
import OverlayBundle
import OvertileCircles
import OvertileConfiguration
import OvertileCore
import OvertileLayers
import OvertileReading
import TestSupport
import Testing

@testable import OvertilePipeline

/// The overlays read back are those that the pipeline produced: the layers' builders run again, and their results are
/// compared as values with those of the library, in every tile.
@Suite struct ReadingBackTests {
  private static let yaml = """
    name: Everything
    sources:
      all: {path: in.json, onInvalid: skip, maxRejected: 100%}
    layers:
      points:
        source: all
        kind: cluster
        zooms: 0-4
        cluster: {radius: 60px, nonPoints: label, aggregates: {most: {max: mag}, open: {count: open}}}
      areas: {source: all, kind: shape, zooms: 0-4, shape: {label: true, small: point}}
      rings:
        source: all
        kind: circle
        zooms: 1-4
        filter: ["==", ["geometry-type"], "Point"]
        circle: {radius: 90km, model: geodesic, draw: [center, ring], dotBelow: 3px, pulse: {scale: [0.8, 1.4]}}
      marks: {source: all, kind: circle, zooms: 0-3, circle: {radius: 12px, draw: ring, hide: {belowZoom: 2}}}
      shaken: {source: all, kind: circle, zooms: 0-3, circle: {radius: 300km, draw: ring, dissolve: {by: name}}}
    output: {path: out, format: FORMAT, layout: LAYOUT}
    """

  /// `ReadingTests` shows that all containers have the same tiles with every layout: here each occurs once.
  static let places = [("pmtiles", "per-zoom"), ("mbtiles", "single"), ("directory", "per-layer")]

  @Test(arguments: places)
  func everyContainer(format: String, layout: String) async throws {
    let folder = try ScratchFolder()
    let features = ReadingBackFeatures(seed: 11, count: 90).texts.joined(separator: "\n")
    try Data(features.utf8).write(to: folder.url.appendingPathComponent("in.json"))
    let text = Self.yaml.replacingOccurrences(of: "FORMAT", with: format)
      .replacingOccurrences(of: "LAYOUT", with: layout)
    let configuration = try PipelineConfiguration(
      yaml: text, file: folder.url.appendingPathComponent("pipeline.yaml").path)
    try await compare(configuration, folder.url.appendingPathComponent("out"))
  }

  static let pipelines: [String] = ["quickstart", "clusters", "circles", "shapes", "british-airports", "cameras"]

  /// The pipelines of the project on the samples, as far as their lower zooms; with OVERTILE_ALL_ZOOMS, to their last.
  @Test(arguments: pipelines)
  func samplePipelines(name: String) async throws {
    let folder = try ScratchFolder()
    let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    let file = root.appendingPathComponent("Pipelines/\(name).yaml")
    let out = folder.url.appendingPathComponent("out")
    var text = try String(contentsOf: file, encoding: .utf8)
      .replacingOccurrences(of: #"path: \.\./\.bundles/.*"#, with: "path: \(out.path)", options: .regularExpression)
    if ProcessInfo.processInfo.environment["OVERTILE_ALL_ZOOMS"] == nil {
      text = text.replacingOccurrences(of: #"zooms: (\d)-\d+"#, with: "zooms: $1-3", options: .regularExpression)
      // The zoom at which clustering begins, in the one pipeline that sets it.
      text = text.replacingOccurrences(of: "maxZoom: 11", with: "maxZoom: 3")
    }
    try await compare(PipelineConfiguration(yaml: text, file: file.path), out)
  }

  private func compare(_ configuration: PipelineConfiguration, _ out: URL) async throws {
    _ = try PipelineBuild(configuration).run()
    let bundle = try await BundleReader(folder: out)
    #expect(bundle.manifest.layers.map(\.id) == configuration.layers.map(\.name.value))
    var compared = 0
    for layer in try producedLayers(configuration) {
      for zoom in layer.zooms {
        let expected = try ProducedOverlays(layer, zoom: zoom)
        for (tile, ids) in expected.tiles {
          let read = try await bundle.overlays(of: tile, layers: [layer.name])
          #expect(Set(read.compactMap(\.id.number)) == ids && read.count == ids.count, "\(layer.name) \(tile)")
          let differences = read.compactMap { overlay in
            expected.difference(overlay, in: tile).map { "\(overlay.id) in \(tile): \($0)" }
          }
          #expect(differences == [])
          compared += read.count
        }
        // Beyond, the world needs more tiles than one view may have, and a lower zoom is shown.
        if zoom <= 4 { try await compareWorld(bundle, layer.name, zoom, expected) }
      }
    }
    #expect(compared > 5)
  }

  /// The overlays of all layers, made again without tiles and without a bundle.
  private func producedLayers(_ configuration: PipelineConfiguration) throws -> [any OverlayLayer] {
    var run = BuildRun(configuration, BuildOptions(), Cancellation()) { _ in }
    let planned = try PlannedRun(&run)
    return try DrawnLayers(planned, planned.read(&run), &run).layers
  }

  /// All of a zoom at once: every overlay once, and no other.
  private func compareWorld(
    _ bundle: BundleReader, _ layer: String, _ zoom: Int, _ expected: ProducedOverlays
  ) async throws {
    let side = 512 * Double(1 << zoom)
    let camera = Camera(center: Coordinate(latitude: 0, longitude: 100), zoom512: Double(zoom))
    let seen = try await bundle.overlays(
      seenFrom: camera, in: MapViewport(width: 2.5 * side, height: side), layers: [layer])
    let ids = seen.overlays.compactMap(\.id.number)
    #expect(Set(ids) == expected.ids && seen.overlays.count == expected.ids.count, "\(layer) zoom \(zoom)")
  }
}
