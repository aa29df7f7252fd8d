import Foundation
import OvertileBundleFormat
import OvertileConfiguration
import OvertileCore
import TestSupport
import Testing

@testable import OvertilePipeline
@testable import OvertileReading

/// The bundle that gates compare with: none at the first build, bundles of older and later versions, damaged ones.
@Suite struct GateOldBundleTests {
  private static let tight = Dictionary(
    uniqueKeysWithValues: GateName.allCases.filter(\.comparesBundles).map { ($0, GateScenario.limits($0).tight) })

  /// A build of the second night that must be published, with its warnings.
  private func published(_ nights: GateScenario, _ gates: [GateName: String]) throws -> BuildReport {
    try nights.write(GateScenario.second)
    return try nights.build(nights.yaml(gates))
  }

  @Test func aFirstBuildHasNothingToCompareWith() throws {
    let nights = try GateScenario()
    let report = try published(nights, Self.tight)
    #expect(report.gates?.map(\.outcome) == Self.tight.map { _ in .notJudged })
    #expect(report.gates?.allSatisfy { $0.reason == GateStage.firstBuild } == true)
    #expect(!report.warnings.contains { $0.contains("gate") })
  }

  @Test func gatesThatDoNotCompareJudgeAFirstBuild() throws {
    let nights = try GateScenario()
    try nights.write(GateScenario.second)
    for gate in [GateName.rejected, .accuracy] {
      let text = try nights.rejection(nights.yaml([gate: GateScenario.limits(gate).tight]))
      #expect(text.contains("  \(gate.rawValue), "))
    }
    #expect(!FileManager.default.fileExists(atPath: nights.scenario.bundle.path))
  }

  @Test func aBundleOfAnEarlierVersionIsJudgedByWhatItSays() throws {
    let nights = try GateScenario()
    _ = try nights.build(nights.yaml())
    try rewrite(nights) { manifest in
      for index in manifest.layers.indices {
        (manifest.layers[index].values, manifest.layers[index].extent) = (nil, nil)
      }
      manifest.digest = nil
    }
    try nights.write(GateScenario.second)
    let text = try nights.rejection(nights.yaml(Self.tight))
    #expect(text.contains("  bounds, layer \"a\"") && text.contains("  features, ") && !text.contains("  properties, "))
    let report = try published(nights, [.properties: "{maxLoss: 0%}"])
    #expect(report.gates?.map(\.outcome) == [.notJudged, .notJudged])
    #expect(report.warnings.contains { $0.contains("gate properties") && $0.contains("does not record") })
  }

  @Test func aBundleOfALaterVersionIsNotJudged() throws {
    let nights = try GateScenario()
    _ = try nights.build(nights.yaml())
    try rewrite(nights) { $0.formatVersion = 99 }
    let report = try published(nights, Self.tight)
    #expect(report.gates?.allSatisfy { $0.outcome == .notJudged } == true)
    #expect(report.warnings.contains { $0.contains("format version 99") })
  }

  @Test func damagedMembersAreNotJudgedAndEverythingElseIs() throws {
    for damage in [
      { (bytes: inout Data) in bytes.removeLast(bytes.count / 2) }, { $0.removeAll() },
      // The first id of the clusters' section becomes the greatest.
      { $0.replaceSubrange(112..<120, with: Array(repeating: UInt8(255), count: 8)) },
    ] as [(inout Data) -> Void] {
      let nights = try GateScenario()
      _ = try nights.build(nights.yaml())
      let file = nights.scenario.bundle.appendingPathComponent("members.a.bin")
      var bytes = try Data(contentsOf: file)
      try DamagedFiles.keep(.bundle, try DamagedFiles.files(below: nights.scenario.bundle), .intact)
      damage(&bytes)
      try bytes.write(to: file)
      try DamagedFiles.keep(.bundle, try DamagedFiles.files(below: nights.scenario.bundle), .unjudged)
      try nights.write(GateScenario.second)
      let text = try nights.rejection(nights.yaml([.clusters: "{minKept: 100%}", .features: "{maxDecrease: 1%}"]))
      #expect(text.contains("  clusters, layer \"b\"") && !text.contains("  clusters, layer \"a\""))
      #expect(text.contains("  features, "))
      let report = try nights.build(nights.yaml([.clusters: "{minKept: 0%}"]))
      #expect(report.gates?.map(\.outcome) == [.notJudged, .passed])
      #expect(report.warnings.contains { $0.contains("members.a.bin") })
    }
  }

  /// Without a members file the ids come from the tiles: the same share, whatever the container.
  @Test(arguments: ["pmtiles", "mbtiles", "directory"]) func clusterIDsComeOutOfTilesToo(format: String) throws {
    var changes: [String?] = []
    for members in ["full", "none"] {
      let nights = try GateScenario()
      func yaml(_ kept: String?) -> String {
        nights.yaml(kept.map { [.clusters: $0] } ?? [:], members: members)
          .replacingOccurrences(of: "{path: out}", with: "{path: out, format: \(format)}")
      }
      _ = try nights.build(yaml(nil))
      #expect(try nights.build(yaml("{minKept: 100%}")).gates?.allSatisfy { $0.outcome == .passed } == true)
      try nights.write(GateScenario.second)
      let report = try nights.build(yaml("{minKept: 0%}"))
      #expect(report.gates?.map(\.outcome) == [.passed, .passed])
      changes.append(report.gates?.first?.change)
    }
    #expect(changes[0] == changes[1] && changes[0]?.contains("ids kept") == true)
  }

  /// The values in the manifest are those of the features, counted one by one.
  @Test(arguments: seeds(3)) func valuesAreCountedAsTheyAre(seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    let scenario = try Scenario()
    var counts: [String: Int] = [:]
    let features = (0..<200).map { index in
      let members = ["a", "b", "c"].compactMap { name -> String? in
        switch Int.random(in: 0..<4, using: &random) {
        case 0: return nil
        case 1: return "\"\(name)\":null"
        default:
          counts[name, default: 0] += 1
          return "\"\(name)\":\(Int.random(in: 0..<3, using: &random))"
        }
      }
      return #"{"type":"Feature","geometry":{"type":"Point","coordinates":[\#(index),\#(index / 4)]},"properties":{"#
        + members.joined(separator: ",") + "}}"
    }
    try scenario.write(features, .collection)
    try scenario.build(
      """
      name: Values
      sources: {in: {path: in.json}}
      layers:
        points: {source: in, kind: cluster, zooms: 0-2}
        circles: {source: in, kind: circle, zooms: 0-2, circle: {radius: 9px}}
      output: {path: out}
      """)
    for layer in try BundleManifest(bundle: scenario.bundle).layers {
      #expect(layer.values == NamedValues(counts.map { ($0.key, $0.value) }) { $1 }, "layer \(layer.id), seed \(seed)")
    }
  }

  private func rewrite(_ nights: GateScenario, _ change: (inout BundleManifest) -> Void) throws {
    var manifest = try BundleManifest(bundle: nights.scenario.bundle)
    change(&manifest)
    try manifest.encoded().write(to: nights.scenario.bundle.appendingPathComponent(BundleManifest.fileName))
  }
}
