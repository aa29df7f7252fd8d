import Foundation
import OvertileBundleFormat
import OvertileCore
import OvertileTileArchive
import TestSupport
import Testing

@testable import OvertileInspection
@testable import OvertileVectorTile
@testable import TileMessages

/// Aggregates of clusters that are wrong in all their tiles, in a bundle whose digests fit them.
@Suite struct VerifyAggregateMutationTests {
  private static let aggregates = """
    total: {sum: n}, top: {max: n}, low: {min: n}, average: {mean: n}, some: {any: open}, every: {all: open}, \
    known: {count: name}, lead: {first: name}, names: {distinct: name, cap: 9}
    """
  private typealias Change = (inout MessageTile.Value) -> Void

  private static func scenario(_ aggregates: String, members: String = "full", seed: UInt64 = 1) throws
    -> VerifyScenario
  {
    let scenario = try VerifyScenario()
    let options = "cluster: {members: \(members), aggregates: {\(aggregates)}}"
    let layer = VerifyScenario.clusterLayer.replacingOccurrences(of: "zooms: 0-4", with: "zooms: 0-4, \(options)")
    try scenario.build(
      VerifyScenario.features(seed: seed).filter { !$0.contains("Polygon") }, layers: layer,
      output: "compression: none, layout: single")
    return scenario
  }

  /// The codes after a change of one cluster's value in every tile that shows it.
  private static func codes(_ scenario: VerifyScenario, _ key: String, _ change: Change) throws -> Set<FindingCode> {
    let copy = try scenario.copy()
    var archive = try RawArchive(path: copy.url("tiles.pmtiles").path)
    var chosen: UInt64?
    for index in archive.tiles.indices.reversed() {
      var message = try MessageTile(archive.tiles[index].bytes)
      for location in message.layers[0].features.indices {
        var feature = message.layers[0].features[location]
        guard let id = feature.id, id >= OverlayIDs.made.lowerBound, chosen == nil || chosen == id,
          message.layers[0].set(key, of: &feature, to: change)
        else { continue }
        chosen = id
        message.layers[0].features[location] = feature
      }
      archive.tiles[index].bytes = message.bytes
    }
    #expect(chosen != nil)
    try copy.replace("tiles.pmtiles", archive.bytes)
    try copy.reseal()
    // The value that no feature has any longer breaks a rule of its own.
    return try copy.codes().subtracting([.tileRule])
  }

  @Test(arguments: ["full", "ids", "none"]) func theyHold(members: String) throws {
    for seed in 1...3 as ClosedRange<UInt64> {
      let report = try Self.scenario(Self.aggregates, members: members, seed: seed).verify()
      #expect(report.isSound, "\(VerifyScenario.text(report)), seed \(seed)")
    }
  }

  @Test func theManifestSaysWhatTheyAre() throws {
    let scenario = try Self.scenario(
      #"b: {max: n}, a: {sum: ["*", 2, ["get", "n"]]}, c: {distinct: name, cap: 2}"#)
    let told = try #require(try BundleManifest(bundle: scenario.bundle).layers[0].aggregates)
    #expect(told.map(\.name) == ["b", "a", "c"] && told.map(\.operation) == ["max", "sum", "distinct"])
    #expect(told.map(\.property) == ["n", nil, "name"] && told.map(\.cap) == [nil, nil, 2])
  }

  @Test func againstTheLeaves() throws {
    let scenario = try Self.scenario(Self.aggregates)
    let changes: [(String, Change)] = [
      ("total", { $0.int? += 1 }), ("top", { $0.int? += 1 }), ("low", { $0.int? -= 1 }),
      ("average", { $0.double? += 1e-9 }), ("some", { $0.bool?.toggle() }), ("every", { $0.bool?.toggle() }),
      ("known", { $0.int? -= 1 }), ("lead", { $0.string = "p9" }), ("names", { $0.string = #"["p9"]"# }),
      ("names", { $0.string? += " " + "," }),
    ]
    for (key, change) in changes {
      let found = try Self.codes(scenario, key) { value in
        // Whole numbers are written in one of three ways.
        if let number = value.sint ?? value.uint.map({ Int64($0) }) { value = MessageTile.Value(int: number) }
        change(&value)
      }
      #expect(found == [.overlayAggregate], "\(key)")
    }
  }
}
