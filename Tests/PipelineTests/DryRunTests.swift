import Foundation
import OvertileConfiguration
import TestSupport
import Testing

@testable import OvertilePipeline
@testable import OvertileReading

/// Dry runs: the counts and verdicts of a build, and nothing on the disk.
@Suite struct DryRunTests {
  /// Random and partly wrong features, so that every part of the counts has something in it.
  @Test(arguments: seeds(6)) func theCountsAreThoseOfABuild(seed: UInt64) throws {
    let scenario = try Scenario()
    let texts = DirtyFeatures(seed: seed, count: 120).texts
    try scenario.write(texts.joined(separator: "\n"), to: "in.json")
    let yaml = CountsTests.yaml("repair", threads: 2)
    let dry = try Self.dryRun(scenario, yaml)
    let before = try FileManager.default.subpathsOfDirectory(atPath: scenario.folder.path).sorted()
    #expect(before == ["in.json"], "seed \(seed)")
    let built = try scenario.build(yaml)
    #expect(try Self.reports(dry) == Self.reports(built), "seed \(seed)")
    #expect(dry.bundle == built.bundle && dry.dryRun == true && built.dryRun == nil, "seed \(seed)")
    #expect(dry.tiles == 0 && dry.bytes == 0 && dry.ledgerFile == nil, "seed \(seed)")
  }

  /// The gates of a dry run are those of the build that failed with a text, except on what it does not create.
  static func checkGates(_ nights: GateScenario, _ gate: GateName, _ yaml: String, failed: String) throws {
    let bundle = try nights.scenario.bundleFiles()
    func verdicts(_ text: String) -> [Substring] { text.split(separator: "\n").filter { $0.hasPrefix("  ") } }
    if gate == .tiles || gate == .bytes {
      let report = try dryRun(nights.scenario, yaml)
      #expect(report.gates?.map(\.outcome) == [.notJudged])
      #expect(report.warnings.contains { $0.hasSuffix("a dry run creates no tiles") })
    } else {
      do {
        _ = try dryRun(nights.scenario, yaml)
        Issue.record("the gate lets a dry run pass")
      } catch PipelineError.badData(let text) {
        #expect(verdicts(text) == verdicts(failed) && text.hasSuffix("--accept-gates \(gate.rawValue)"))
        #expect(text.contains("would not change") && !text.contains("removed"))
      }
    }
    #expect(differences(bundle, try nights.scenario.bundleFiles()) == [])
  }

  private static func dryRun(_ scenario: Scenario, _ yaml: String) throws -> BuildReport {
    var options = BuildOptions()
    options.isDryRun = true
    return try PipelineBuild(scenario.configuration(yaml), options: options).run()
  }

  /// The parts of a report that are about features.
  private static func reports(_ report: BuildReport) throws -> [Data] {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    return [
      try encoder.encode(report.sources), try encoder.encode(report.layers), try encoder.encode(report.ledgerTotals),
      try encoder.encode(report.ledgerExamples), try encoder.encode(report.repairs),
    ]
  }
}
