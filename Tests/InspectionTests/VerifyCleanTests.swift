import Foundation
import Testing

@testable import OvertileInspection

/// The pipeline's output passes, in every container and layout.
@Suite struct VerifyCleanTests {
  @Test(arguments: [
    "compression: none", "compression: gzip", "layout: single", "format: mbtiles", "format: mbtiles, layout: single",
    "format: directory", "format: directory, compression: gzip",
    "extent: 256, buffer: 256", "extent: 512, buffer: 0", "layout: per-layer", "layout: per-layer, format: mbtiles",
    "layout: per-layer, format: directory, compression: gzip",
  ])
  func everyContainerHolds(output: String) throws {
    let scenario = try VerifyScenario()
    try scenario.build(VerifyScenario.features(), layers: VerifyScenario.layers, output: output)
    let report = try scenario.verify()
    #expect(report.isSound, "\(VerifyScenario.text(report))")
    #expect(report.notes.isEmpty)
    #expect(report.checked.tiles > 50 && report.checked.entries > 300 && report.checked.members > 60)
  }

  @Test(arguments: [
    "  points: {source: in, kind: cluster, zooms: 2-5, filter: [\"has\", \"n\"], cluster: {members: none}}",
    "  points: {source: in, kind: cluster, zooms: 0-9, cluster: {members: ids, position: member, aggregates: {top: {max: n}, names: {distinct: name}}}}",
    "  c: {source: in, kind: circle, zooms: 0-6, circle: {radius: 14px, draw: ring}}",
    "  c: {source: in, kind: circle, zooms: 0-6, circle: {radius: 900km, model: geodesic, draw: center, dotBelow: 30px, hide: {belowSize: 3px}}}",
    "  c: {source: in, kind: circle, zooms: 0-6, circle: {radius: 200km, draw: [center, ring], dissolve: true}}",
    "  c: {source: in, kind: circle, zooms: 0-6, circle: {radius: 200km, draw: ring, dissolve: {by: name}}}",
    "  s: {source: in, kind: shape, zooms: 0-6, shape: {small: point, smallerThan: 40px, method: none}}",
    "  s: {source: in, kind: shape, zooms: 0-6, shape: {small: point, smallerThan: 8px, tolerance: 4px, method: coverage}}",
  ])
  func everyKindHolds(layer: String) throws {
    let scenario = try VerifyScenario()
    let isShape = layer.contains("shape")
    let features = VerifyScenario.features(seed: 2).filter { $0.contains("Polygon") == isShape }
    try scenario.build(features, layers: layer)
    let report = try scenario.verify()
    #expect(report.isSound, "\(VerifyScenario.text(report))")
  }

  @Test func nothingAtAllHolds() throws {
    let scenario = try VerifyScenario()
    let layers = VerifyScenario.layers.replacingOccurrences(of: "[\"has\", ", with: "[\"has\", \"no\" , ")
    let none = layers.replacingOccurrences(of: "\"no\" , \"n\"", with: "\"no\"")
    try scenario.build(
      VerifyScenario.features(), layers: none.replacingOccurrences(of: "\"no\" , \"a\"", with: "\"no\""))
    let report = try scenario.verify()
    #expect(report.isSound, "\(VerifyScenario.text(report))")
  }
}
