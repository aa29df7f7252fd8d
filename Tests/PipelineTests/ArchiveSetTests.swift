import Foundation
import OvertileBundleFormat
import TestSupport
import Testing

@testable import OvertileReading

@Suite struct ArchiveSetTests {
  private static let point =
    #"{"type":"Feature","id":1,"geometry":{"type":"Point","coordinates":[1,2]},"properties":{}}"#

  private func build(_ layers: String, _ output: String, input: String = point) throws -> BundleTiles {
    let scenario = try Scenario()
    try scenario.write(input, to: "in.json")
    try scenario.build(
      """
      name: Archives
      sources: {in: {path: in.json}}
      layers: {\(layers)}
      output: {path: out, \(output)}
      gates: {empty: pass}
      """)
    let bundle = try BundleTiles(scenario.bundle)
    for file in bundle.manifest.files where bundle.manifest.tiles.container != "directory" {
      let digest = try ContentDigest.file(scenario.bundle.appendingPathComponent(file.path).path)
      #expect(digest.sha256 == file.sha256 && digest.bytes == file.bytes, "\(file.path)")
    }
    let named = Set(bundle.manifest.files.map { String($0.path.split(separator: "/")[0]) } + ["bundle.json"])
    #expect(try Set(FileManager.default.contentsOfDirectory(atPath: scenario.bundle.path)) == named)
    return bundle
  }

  /// Layers whose zooms leave a gap, and zooms at which nothing is shown.
  private static let gaps = """
    low: {source: in, kind: circle, zooms: 1-2, circle: {radius: 3px, hide: {belowZoom: 2}}}, \
    high: {source: in, kind: circle, zooms: 5-7, circle: {radius: 100km, hide: {aboveSize: 60px}}}
    """

  @Test func everyZoomOfALayerHasItsArchive() throws {
    let bundle = try build(Self.gaps, "format: pmtiles")
    #expect(
      bundle.manifest.files.map(\.path) == [
        "z01.pmtiles", "z02.pmtiles", "z05.pmtiles", "z06.pmtiles", "z07.pmtiles",
      ])
    #expect(bundle.manifest.files.map { ($0.tiles ?? -1) > 0 } == [false, true, true, false, false])
    #expect((bundle.manifest.minzoom, bundle.manifest.maxzoom) == (1, 7))
    #expect(bundle.manifest.layers.map { $0.zooms.map(\.hidden) } == [[1, 0], [0, 1, 1]])
  }

  @Test(arguments: ["pmtiles", "mbtiles", "directory"]) func oneArchiveSpansTheGaps(format: String) throws {
    let bundle = try build(Self.gaps, "layout: single, format: \(format)")
    #expect(bundle.manifest.files.count == 1)
    #expect((bundle.manifest.files[0].minzoom, bundle.manifest.files[0].maxzoom) == (1, 7))
    #expect(Set(bundle.tiles.map { Int($0.tile.z) }) == [2, 5])
    #expect(bundle.manifest.files[0].tiles == bundle.tiles.count)
  }

  @Test(arguments: ["format: pmtiles", "format: mbtiles", "format: directory", "layout: single"])
  func anEmptyInputMakesAnEmptyBundle(output: String) throws {
    let layers = """
      a: {source: in, kind: cluster, zooms: 0-2}, b: {source: in, kind: shape, zooms: 1}, \
      c: {source: in, kind: circle, zooms: 2, circle: {radius: 1m, draw: ring, dissolve: true}}
      """
    let bundle = try build(layers, output, input: #"{"type":"FeatureCollection","features":[]}"#)
    #expect(bundle.tiles.isEmpty)
    #expect(bundle.manifest.bounds == nil && bundle.manifest.layers.allSatisfy { $0.bounds == nil && $0.camera == nil })
    #expect(bundle.manifest.layers.map(\.zooms.count) == [3, 1, 1])
    #expect(bundle.manifest.files.allSatisfy { ($0.tiles ?? 0) == 0 })
  }

  @Test(arguments: [
    ("format: pmtiles, compression: gzip", "gzip"), ("format: pmtiles, compression: none", "none"),
    ("format: pmtiles, compression: auto", "none"), ("format: mbtiles, compression: auto", "gzip"),
    ("format: directory, compression: auto", "none"), ("format: directory, compression: gzip", "gzip"),
  ])
  func tilesAreCompressedAsChosen(output: String, compression: String) throws {
    // A tile with one point does not shrink.
    let bundle = try build("a: {source: in, kind: cluster, zooms: 3}", output)
    #expect(bundle.manifest.files.first { $0.role == "tiles" }?.compression == compression && bundle.tiles.count == 1)
  }

  @Test func gzipIsChosenWhereItPays() throws {
    let features = (0..<200).map {
      #"{"type":"Feature","geometry":{"type":"Point","coordinates":[\#(Double($0) / 50),2]},"properties":{"text":"a long text that many share \#($0)"}}"#
    }
    let bundle = try build(
      "a: {source: in, kind: shape, zooms: 3}", "compression: auto", input: features.joined(separator: "\n"))
    #expect(bundle.manifest.files[0].compression == "gzip")
  }
}
