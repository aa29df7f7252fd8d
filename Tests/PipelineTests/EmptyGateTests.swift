import Foundation
import OvertileConfiguration
import Testing

@testable import OvertileReading

/// The gate `empty`, which is on by default at the first build, and the warnings about layers that are empty or absurd.
struct EmptyGateTests {
  private static let night = [
    #"{"type":"Feature","geometry":{"type":"Point","coordinates":[400000,300000]},"properties":{}}"#
  ]

  private static let nothing = #"{"type":"FeatureCollection","features":[]}"#

  @Test func itHoldsByItselfWhereThereIsNoOldBundle() throws {
    let nights = try GateScenario()
    try nights.scenario.write(Self.nothing, to: "in.json")
    let text = try nights.rejection(nights.yaml())
    #expect(text.contains("  empty: 0 features in 2 layers; the limit is at least 1 feature"))
    #expect(text.contains("gates: {empty: warn}") && text.contains("--accept-gates empty"))
    #expect(!FileManager.default.fileExists(atPath: nights.scenario.bundle.path))
    let accepted = try nights.build(nights.yaml(), GateOptions(accepted: [.empty]))
    #expect(accepted.gates?.map(\.outcome) == [.accepted])
  }

  @Test func anOldBundleWithFeaturesIsReplacedOnlyIfThatIsMeant() throws {
    let nights = try GateScenario()
    try nights.write(Self.night)
    let first = try nights.build(nights.yaml())
    // A gate that is not configured and passes is not listed.
    #expect(first.gates == [] && first.diagnostics == [])
    try nights.scenario.write(Self.nothing, to: "in.json")
    #expect(try nights.rejection(nights.yaml([.empty: "fail"])).contains("  empty: 0 features"))
    #expect(try nights.rejection(nights.yaml()).contains("  empty: 0 features"))
    let report = try nights.build(nights.yaml([.empty: "warn"]))
    #expect(report.gates == [] && report.diagnostics?.map(\.code) == ["empty-layer", "empty-layer"])
    try nights.write(Self.night)
    #expect(try nights.build(nights.yaml([.empty: "fail"])).gates?.map(\.outcome) == [.passed])
  }

  @Test(arguments: [("warn", 2), ("pass", 0)])
  func anEmptyBundleMayBeMeant(policy: String, warnings: Int) throws {
    let nights = try GateScenario()
    try nights.scenario.write(Self.nothing, to: "in.json")
    let report = try nights.build(nights.yaml([.empty: policy]))
    #expect(report.diagnostics?.count == warnings)
    #expect(report.warnings.count { $0.contains("[empty-layer]") } == warnings && report.gates?.isEmpty == true)
  }
}
