import Foundation
import TestSupport
import Testing

@testable import OvertileReading

/// Whole builds of documents made by a grammar: each ends with a report whose counts agree, or a documented error.
///
/// `OVERTILE_FUZZ_RUNS=n` builds n documents in place of 200, `OVERTILE_SEED=n` one of them again.
@Suite struct GrammarFuzzTests {
  private static let parts = 4

  private static func yaml(_ seed: UInt64, path: String) -> String {
    let circles = [
      "model: geodesic, draw: [center, ring]", "model: mapkit, draw: ring, dissolve: true",
      "model: geodesic, draw: ring, dotBelow: 2px, pulse: {scale: [0.8, 1.2], duration: 2s}",
    ][Int(seed % 3)]
    let shapes = ["small: point, label: true", "method: none", "method: douglas-peucker", "method: coverage"][
      Int(seed / 3 % 4)]
    let labels = seed % 2 == 0 ? "error" : "label"
    return """
      name: Grammar
      sources: {in: {path: \(path), onInvalid: skip, maxRejected: 100%}}
      layers:
        clusters: {source: in, kind: cluster, zooms: 0-3, cluster: {nonPoints: \(labels), weight: ["get", "w"]}}
        circles: {source: in, kind: circle, zooms: 0-2, circle: {radius: {property: r, unit: km}, \(circles)}}
        shapes: {source: in, kind: shape, zooms: 0-3, shape: {\(shapes)}}
      gates: {empty: pass}
      output: {path: out}
      threads: 1
      """
  }

  @Test(arguments: 0..<parts) func everyDocumentEndsWithItsCounts(part: Int) throws {
    let runs = ProcessInfo.processInfo.environment["OVERTILE_FUZZ_RUNS"].flatMap { Int($0) } ?? 200
    let first = ProcessInfo.processInfo.environment["OVERTILE_FUZZ_FIRST"].flatMap { UInt64($0) } ?? 1
    for seed in seeds(runs / Self.parts, from: first + UInt64(part * (runs / Self.parts))) {
      var grammar = GeoJSONGrammar(seed: seed)
      let features = grammar.features()
      let form = grammar.form()
      let whole = Array(try form.bytes(features.map(\.text)))
      let isDamaged = grammar.chance(3)
      let scenario = try Scenario()
      let bytes = isDamaged ? grammar.damaged(whole) : whole
      try Data(bytes).write(to: scenario.folder.appendingPathComponent("in.json"))
      do {
        let report = try scenario.build(Self.yaml(seed, path: "in.json"))
        try checkCounts(report, scenario, seed: seed)
        if !isDamaged { checkCounts(report, features, seed: seed) }
        if !isDamaged, seed % 4 == 0 { try checkSameBytes(scenario, features, seed: seed) }
      } catch let error as PipelineError {
        checkError(error, isDamaged: isDamaged, scenario, seed: seed)
      }
    }
  }

  /// Only a damaged document may end a run, and only as bad data; it leaves only its report and ledger.
  private func checkError(_ error: PipelineError, isDamaged: Bool, _ scenario: Scenario, seed: UInt64) {
    var isBadData = false
    if case .badData = error { isBadData = true }
    #expect(isBadData && isDamaged && error.description.contains("in.json"), "seed \(seed): \(error)")
    let names = (try? FileManager.default.contentsOfDirectory(atPath: scenario.folder.path)) ?? []
    #expect(
      Set(names).subtracting(["out.failed.ledger.jsonl"]) == ["in.json", "out.failed.report.json"], "seed \(seed)")
  }

  /// In = out + ledger, and as many points at every zoom.
  private func checkCounts(_ report: BuildReport, _ scenario: Scenario, seed: UInt64) throws {
    let source = report.sources[0]
    let ledger = try scenario.ledger()
    var rejected = source.rejected
    for report in report.layers {
      let isEven = report.read == report.accepted + report.filtered + report.rejected + report.withoutGeometry
      #expect(isEven && report.read == source.read - source.rejected, "seed \(seed): \(report)")
      rejected += report.rejected + report.withoutGeometry
    }
    #expect(ledger.count { $0.action == "rejected" } == rejected, "seed \(seed)")
    #expect(Dictionary(grouping: ledger, by: \.code).mapValues(\.count) == report.ledger, "seed \(seed)")
    let manifest = try BundleTiles(scenario.bundle).manifest
    let zooms = manifest.layers.first { $0.id == "clusters" }?.zooms ?? []
    #expect(Set(zooms.map(\.points)).count <= 1, "seed \(seed): \(zooms)")
  }

  /// As many features as the generator made; all broken ones rejected, no sound one.
  private func checkCounts(_ report: BuildReport, _ features: [GeoJSONGrammar.Feature], seed: UInt64) {
    let source = report.sources[0]
    #expect(source.read == features.count && source.rejected >= features.count { $0.fate == .broken }, "seed \(seed)")
    let sound = features.count { $0.fate == .sound }
    for report in report.layers { #expect(report.accepted >= sound, "seed \(seed): \(report)") }
  }

  /// The same features in reverse order, in other files and another form, make the same bundle.
  private func checkSameBytes(_ scenario: Scenario, _ features: [GeoJSONGrammar.Feature], seed: UInt64) throws {
    let before = try scenario.bundleFiles()
    let texts = Array(features.map(\.text).reversed())
    let half = texts.count / 2
    try scenario.write(Array(texts[half...]), .sequence, to: "1.geojson")
    var paths = "[1.geojson]"
    if half > 0 {
      try scenario.write(Array(texts[..<half]), .collection, to: "2.geojson")
      paths = "[1.geojson, 2.geojson]"
    }
    try scenario.build(Self.yaml(seed, path: paths))
    #expect(differences(before, try scenario.bundleFiles()) == [], "seed \(seed)")
  }
}
