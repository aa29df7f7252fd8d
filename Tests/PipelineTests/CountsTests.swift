import Foundation
import OvertileCore
import TestSupport
import Testing

@testable import OvertilePipeline
@testable import OvertileReading

/// The counts of whole runs on dirty data, against the tiles and the ledger by brute force; and that the check can fail.
@Suite struct CountsTests {
  static func yaml(_ policy: String, threads: Int) -> String {
    """
    name: Books
    threads: \(threads)
    sources:
      in: {path: in.json, onInvalid: \(policy), maxRejected: 100%, quarantine: true}
    layers:
      points:
        source: in
        kind: cluster
        zooms: 0-3
        filter: ["!", ["has", "hidden"]]
        properties: {keep: [n]}
        cluster: {maxZoom: 2, radius: 90px}
      labels: {source: in, kind: cluster, zooms: 0-3, properties: {keep: [n]}, cluster: {maxZoom: 2, nonPoints: label}}
      rings:
        source: in
        kind: circle
        zooms: 0-3
        filter: [">=", ["zoom"], 1]
        properties: {keep: [n]}
        circle: {radius: {property: r, unit: km}, draw: [center, ring], hide: {belowSize: 0.001px, belowZoom: 2}}
      blobs:
        source: in
        kind: circle
        zooms: 0-3
        circle: {radius: {property: r, unit: km}, draw: ring, dissolve: true}
      shapes: {source: in, kind: shape, zooms: 0-3, properties: {keep: [n]}, shape: {smallerThan: 1px}}
    output: {path: out, ledger: {filtered: true}}
    """
  }

  @Test(arguments: seeds(3), ["skip", "repair"])
  func everyFeatureIsInTheTilesOrInTheLedger(seed: UInt64, policy: String) throws {
    let scenario = try Scenario()
    let texts = DirtyFeatures(seed: seed, count: 250).texts
    try scenario.write(texts)
    let report = try scenario.build(Self.yaml(policy, threads: 1))
    let ledger = try scenario.ledger()
    let bundle = try BundleTiles(scenario.bundle)
    for layer in report.layers where layer.name != "blobs" {
      var shown: Set<UInt64> = []
      for zoom in 0...3 {
        for occurrence in bundle.occurrences(layer.name, zoom: zoom) {
          if case .int(let number) = occurrence.feature["n"] { shown.insert(UInt64(number)) }
        }
      }
      let out = ledger.filter { $0.layer == nil || $0.layer == layer.name }
        .filter { $0.action == "rejected" || $0.action == "filtered" }.map(\.index)
      #expect(Set(out).count == out.count, "seed \(seed), \(policy), \(layer.name): listed twice")
      #expect(shown.isDisjoint(with: out), "seed \(seed), \(policy), \(layer.name): shown and listed")
      #expect(shown.count + out.count == texts.count, "seed \(seed), \(policy), \(layer.name): lost")
      #expect(shown.count == layer.accepted && shown.count > 5, "seed \(seed), \(policy), \(layer.name)")
      #expect(layer.zooms.map(\.zoom) == [0, 1, 2, 3], "seed \(seed), \(policy), \(layer.name)")
    }
    #expect(report.ledger.values.reduce(0, +) == ledger.count, "seed \(seed), \(policy)")
    let done = Set(ledger.flatMap { $0.repairs ?? [] })
    let isRepaired = !done.isDisjoint(with: ["validity", "ring-closed", "latitude-clamped"])
    #expect(isRepaired == (policy == "repair"), "seed \(seed), \(policy)")
    try checkQuarantine(scenario, texts, ledger, report)
  }

  /// Exactly the texts of features that are wrong and in no layer, byte for byte, in the order of the ledger.
  private func checkQuarantine(
    _ scenario: Scenario, _ texts: [String], _ ledger: [LedgerLine], _ report: BuildReport
  ) throws {
    let file = scenario.path("out.quarantine.in.geojsons")
    let data = try #require(FileManager.default.contents(atPath: file))
    let quarantined = data.split(separator: 0x1E).map {
      // Our mark is white space before the first text.
      String(decoding: $0.dropLast().drop { [0x09, 0x20].contains($0) }, as: UTF8.self)
    }
    #expect(report.quarantined == [BuildReport.Quarantined(source: "in", file: file, features: quarantined.count)])
    for entry in ledger {
      guard let number = entry.quarantineIndex else { continue }
      #expect(quarantined[number] == texts[Int(entry.index)])
    }
    #expect(Set(ledger.compactMap(\.quarantineIndex)) == Set(quarantined.indices))
    let unusable = ledger.filter { $0.layer == nil && !texts[Int($0.index)].hasPrefix("[") }
    #expect(unusable.allSatisfy { $0.quarantineIndex != nil })
  }

  @Test(arguments: seeds(2)) func theLedgerIsTheSameWithAnyNumberOfThreads(seed: UInt64) throws {
    let scenario = try Scenario()
    let padding = String(repeating: " ", count: 20_000)
    let texts = DirtyFeatures(seed: seed, count: 300).texts.map {
      $0.hasPrefix("{") ? "{" + padding + $0.dropFirst() : $0
    }
    try scenario.write(texts)
    try scenario.build(Self.yaml("repair", threads: 1))
    let one = scenario.ledgerBytes()
    try scenario.build(Self.yaml("repair", threads: 5))
    #expect(one == scenario.ledgerBytes(), "seed \(seed)")
    let read = try scenario.ledger().filter { $0.code != "never-shown" && $0.code != "duplicate-id" }.map(\.index)
    #expect(read == read.sorted() && read.count > 50, "seed \(seed)")
  }

  // MARK: The check itself

  private static func reports() -> (BuildReport.Source, BuildReport.Layer, [LedgerTotal]) {
    var source = BuildReport.Source(name: "s", files: 1)
    (source.bytes, source.read, source.usable, source.rejected) = (9, 20, 17, 3)
    var layer = BuildReport.Layer(name: "l", source: "s", kind: "shape")
    (layer.read, layer.accepted, layer.filtered, layer.rejected, layer.withoutGeometry) = (17, 10, 4, 2, 1)
    (layer.repaired, layer.items) = (2, 11)
    var zoom = BuildReport.ZoomCounts(zoom: 0)
    (zoom.shown, zoom.merged, zoom.dissolved, zoom.filtered, zoom.hidden, zoom.dropped) = (1, 2, 3, 2, 2, 1)
    layer.zooms = [zoom]
    func total(_ layer: String?, _ code: LedgerCode, _ count: Int) -> LedgerTotal {
      LedgerTotal(source: "s", layer: layer, action: code.action, code: code.rawValue, count: count)
    }
    let totals = [
      total(nil, .invalidJSON, 3), total("l", .badRadius, 2), total("l", .noGeometry, 1), total("l", .repaired, 2),
      total("l", .duplicateID, 5),
    ]
    return (source, layer, totals)
  }

  @Test func countsThatAgreePass() throws {
    let (source, layer, totals) = Self.reports()
    try Reconciliation.check([source], [layer], totals)
  }

  /// If any number is one too high or too low, the check fails.
  @Test(arguments: [-1, 1]) func everyWrongNumberIsFound(by change: Int) {
    let paths: [WritableKeyPath<BuildReport.Layer, Int>] = [
      \.read, \.accepted, \.filtered, \.rejected, \.withoutGeometry, \.repaired, \.items, \.zooms[0].shown,
      \.zooms[0].merged, \.zooms[0].dissolved, \.zooms[0].filtered, \.zooms[0].hidden, \.zooms[0].dropped,
    ]
    for path in paths {
      var (source, layer, totals) = Self.reports()
      layer[keyPath: path] += change
      #expect(fails(source, layer, totals), "\(path)")
      (source, layer, totals) = Self.reports()
    }
    for path in [\BuildReport.Source.read, \.usable, \.rejected] {
      var (source, layer, totals) = Self.reports()
      source[keyPath: path] += change
      #expect(fails(source, layer, totals), "\(path)")
      (source, layer, totals) = Self.reports()
    }
    let (source, layer, totals) = Self.reports()
    for index in totals.indices where totals[index].code != "duplicate-id" {
      var totals = totals
      totals[index].count += change
      #expect(fails(source, layer, totals), "\(totals[index])")
    }
  }

  private func fails(_ source: BuildReport.Source, _ layer: BuildReport.Layer, _ totals: [LedgerTotal]) -> Bool {
    do {
      try Reconciliation.check([source], [layer], totals)
      return false
    } catch PipelineError.inconsistent {
      return true
    } catch {
      return false
    }
  }
}
